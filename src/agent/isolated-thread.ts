/** The entry of the thread in which an isolated tool's body runs: calls it once, and says what came of it. */
import type { MessagePort } from 'node:worker_threads';
import { workerData } from 'node:worker_threads';
import { plainJson } from '../core/plain-json.ts';
import type { AgentTool, ToolContext, ToolResult } from './tool.ts';

export interface ThreadInput {
  readonly module: string;
  readonly name: string;
  readonly toolCallId: string;
  readonly params: unknown;
  readonly context: ToolContext;
}

export interface ThreadStart extends ThreadInput {
  /** The way to whoever started it. */
  readonly port: MessagePort;
}

/** The signal has aborted, with this reason. */
export interface ToThread {
  readonly message: string;
  readonly kind?: string;
}

export type FromThread =
  | { readonly kind: 'update'; readonly partial: ToolResult }
  | { readonly kind: 'returned'; readonly result: ToolResult }
  | { readonly kind: 'threw'; readonly message: string }
  /** It returned what cannot be handed over. */
  | { readonly kind: 'unfit'; readonly problem: string };

const { port, ...input } = workerData as ThreadStart;
// The body's code must not find it.
delete (workerData as { port?: MessagePort }).port;

const say = (message: FromThread): void => port.postMessage(message);

async function run({ module, name, toolCallId, params, context }: ThreadInput): Promise<FromThread> {
  const abort = new AbortController();
  port.on('message', ({ message, kind }: ToThread) => {
    const reason = Object.assign(new Error(message), { name: 'AbortError', ...(kind === undefined ? {} : { kind }) });
    abort.abort(reason);
  });
  const { [name]: body } = (await import(module)) as Readonly<Record<string, AgentTool['execute'] | undefined>>;
  if (typeof body !== 'function') return { kind: 'threw', message: `${module} exports no function "${name}".` };
  const onUpdate = (partial: ToolResult): void => {
    const plain = plainJson(partial, 'update', 'dates');
    if (plain.kind === 'json') say({ kind: 'update', partial: plain.value as unknown as ToolResult });
  };
  const result: unknown = await body(toolCallId, params as never, abort.signal, onUpdate, context);
  const plain = plainJson(result ?? { content: [] }, 'result', 'dates');
  if (plain.kind === 'unfit') return plain;
  return { kind: 'returned', result: plain.value as unknown as ToolResult };
}

try {
  say(await run(input));
} catch (error) {
  say({ kind: 'threw', message: error instanceof Error ? error.message : String(error) });
}
