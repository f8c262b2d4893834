/** Bodies that run in threads of their own; loaded by URL, as an isolated tool's module is. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort } from 'node:worker_threads';
import type { AgentTool, ToolContext, ToolResult } from '../../../src/agent/index.ts';

type Body = AgentTool['execute'];

const text = (value: string): ToolResult => ({ content: [{ type: 'text', text: value }] });

/** Says where it runs and what it was given. */
export const tells: Body = (id, params, _signal, onUpdate, context) => {
  onUpdate?.(text('half'));
  const { attempt, index } = context as ToolContext;
  return text(JSON.stringify({ isMainThread, id, params, attempt, index }));
};

/** Computes for so many milliseconds without pause. */
export const computes: Body = (_id, params, _signal, onUpdate) => {
  onUpdate?.(text('computes'));
  const end = Date.now() + Number(params['ms']);
  while (Date.now() < end);
  return text('computed');
};

/** Ends as its signal says. */
export const obeys: Body = async (_id, _params, signal, onUpdate) => {
  onUpdate?.(text('waits'));
  await sleep(600_000, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  const reason: unknown = signal?.reason;
  throw new Error(
    `told: ${typeof reason === 'object' && reason !== null && 'kind' in reason ? String(reason.kind) : ''}`,
  );
};

export const throws: Body = () => {
  throw new Error('the disk is full');
};

export const exits: Body = () => process.exit(3);

export const strays: Body = async () => {
  setTimeout(() => {
    throw new Error('out of nowhere');
  });
  await sleep(600_000);
  return text('never');
};

export const circular: Body = () => {
  const details: Record<string, unknown> = {};
  details['self'] = details;
  return { content: [], details };
};

/** Talks to its parent as if it were some worker of its own, and calls anything an update. */
export const chatters: Body = (_id, _params, _signal, onUpdate) => {
  for (const odd of [null, 'hello', { kind: 'returned' }]) {
    parentPort?.postMessage(odd);
    onUpdate?.(odd as never);
  }
  return text('heard');
};
