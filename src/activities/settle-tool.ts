/**
 * Runs a tool's body until it settles, or until its grace time after an abort is over.
 */
import type { AgentTool, ToolContext, ToolResult } from '../agent/index.ts';
import type { ToolSignal } from './tool-signal.ts';

export type SettledBody =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: unknown }
  /** It ignored its signal: nobody waits for it any more, its outcome is unknown. */
  | { readonly kind: 'leaked' };

export interface BodyInput {
  readonly tool: AgentTool;
  readonly toolCallId: string;
  readonly args: unknown;
  readonly context: Omit<ToolContext, 'givenUp'>;
  readonly grace: number;
  readonly onUpdate: (partial: ToolResult) => void;
  /** Told of a body that is given up, with its end. */
  readonly onLeak: (ended: Promise<unknown>) => void;
}

/** Never throws. Updates that come after the body has settled are dropped. */
export async function settleTool(input: BodyInput, abort: ToolSignal): Promise<SettledBody> {
  let accepting = true;
  const givenUp = new AbortController();
  const onUpdate = (partial: ToolResult): void => {
    if (accepting) input.onUpdate(partial);
  };
  const body = (async (): Promise<SettledBody> => {
    try {
      const { tool, toolCallId, args, context } = input;
      return {
        kind: 'returned',
        value: await tool.execute(toolCallId, structuredClone(args) as never, abort.signal, onUpdate, {
          ...context,
          givenUp: givenUp.signal,
        }),
      };
    } catch (error) {
      return { kind: 'threw', error };
    }
  })();
  const grace = graceAfter(abort.signal, input.grace);
  try {
    const settled = await Promise.race([body, grace.over]);
    if (settled.kind === 'leaked') {
      givenUp.abort();
      input.onLeak(body);
    }
    return settled;
  } finally {
    accepting = false;
    grace.dispose();
  }
}

/** Resolves `ms` after the signal aborts. */
function graceAfter(signal: AbortSignal, ms: number): { readonly over: Promise<SettledBody>; dispose(): void } {
  let timer: NodeJS.Timeout | undefined;
  let start: () => void = () => undefined;
  const over = new Promise<SettledBody>((resolve) => {
    start = () => {
      timer = setTimeout(() => {
        resolve({ kind: 'leaked' });
      }, ms);
    };
    if (signal.aborted) start();
    else signal.addEventListener('abort', start, { once: true });
  });
  return {
    over,
    dispose: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', start);
    },
  };
}
