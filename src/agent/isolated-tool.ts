/**
 * A tool whose body runs in a thread of its own, which is ended if the body does not end by itself: for code that
 * computes without pause, or ignores its signal. It must never take the worker's own thread, or the worker, with it.
 */
import path from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { FromThread, ThreadInput, ThreadStart, ToThread } from './isolated-thread.ts';
import { DefinitionError } from './definition-error.ts';
import { unfitResult } from './unfit-result.ts';
import type { AgentTool, ParameterSchema, ToolContext, ToolResult } from './tool.ts';

/** A tool without `execute`, and where that stands. */
export interface IsolatedToolOptions<P extends ParameterSchema = ParameterSchema> extends Omit<
  AgentTool<P>,
  'execute'
> {
  /** A `file:` URL, as `new URL('./body.ts', import.meta.url)`. Loaded anew for every call. */
  readonly module: URL;
  /** The export that is called as `execute`. Default: `execute`. */
  readonly export?: string;
}

/**
 * Arguments, context, updates and the result are copied between the threads, so they are plain data. The body's signal
 * aborts as any tool's; once nobody waits for it any more (`context.givenUp`) its thread is ended where it stands.
 * A thread that ends early (an uncaught error, no memory, `process.exit`) is a failed call.
 * @throws DefinitionError if `module` is no `file:` URL
 */
export function isolatedTool<const P extends ParameterSchema>(options: IsolatedToolOptions<P>): AgentTool<P> {
  const { module, export: name = 'execute', ...tool } = options;
  if (!(module instanceof URL) || module.protocol !== 'file:') {
    throw new DefinitionError(
      `Tool ${JSON.stringify(tool.name)}: module must be a file: URL; write new URL('./body.ts', import.meta.url).`,
    );
  }
  return {
    ...tool,
    execute: (toolCallId, params, signal, onUpdate, context) => {
      const { givenUp, ...plain } = context ?? {};
      const input: ThreadInput = { module: module.href, name, toolCallId, params, context: plain as ToolContext };
      return inThread(tool.name, input, { signal, givenUp, onUpdate });
    },
  };
}

interface Listeners {
  readonly signal: AbortSignal | undefined;
  readonly givenUp: AbortSignal | undefined;
  readonly onUpdate: ((partial: ToolResult) => void) | undefined;
}

/** The thread's entry has the extension of this file, in a checkout and when published. */
const entry = new URL(`isolated-thread${path.extname(import.meta.url)}`, import.meta.url);

async function inThread(
  tool: string,
  input: ThreadInput,
  { signal, givenUp, onUpdate }: Listeners,
): Promise<ToolResult> {
  // A channel of its own: what a body's code posts to its parent is none of ours.
  const { port1: port, port2 } = new MessageChannel();
  const workerData: ThreadStart = { ...input, port: port2 };
  const thread = new Worker(entry, { workerData, transferList: [port2], name: tool });
  const tell = (): void => {
    const reason: unknown = signal?.reason;
    const message = reason instanceof Error ? reason.message : String(reason);
    const kind = typeof reason === 'object' && reason !== null && 'kind' in reason ? String(reason.kind) : undefined;
    port.postMessage({ message, ...(kind === undefined ? {} : { kind }) } satisfies ToThread);
  };
  const end = (): void => void thread.terminate();
  signal?.addEventListener('abort', tell, { once: true });
  givenUp?.addEventListener('abort', end, { once: true });
  if (signal?.aborted) tell();
  if (givenUp?.aborted) end();
  try {
    return await new Promise<ToolResult>((resolve, reject) => {
      const hear = (said: FromThread): void => {
        if (said.kind === 'update') onUpdate?.(said.partial);
        else if (said.kind === 'returned') resolve(said.result);
        else if (said.kind === 'unfit') reject(unfitResult(said.problem));
        else reject(new Error(said.message));
      };
      port.on('message', hear);
      thread.on('error', (error: unknown) => {
        reject(
          new Error(`The thread of tool "${tool}" failed: ${error instanceof Error ? error.message : String(error)}`),
        );
      });
      thread.on('exit', (code) => {
        // What it said before it ended counts.
        for (let last = nextOf(port); last !== undefined; last = nextOf(port)) hear(last);
        reject(new Error(`The thread of tool "${tool}" ended with code ${String(code)} before it answered.`));
      });
    });
  } finally {
    signal?.removeEventListener('abort', tell);
    givenUp?.removeEventListener('abort', end);
    port.close();
    await thread.terminate();
  }
}

function nextOf(port: MessagePort): FromThread | undefined {
  return receiveMessageOnPort(port)?.message as FromThread | undefined;
}
