/**
 * The worker, in a process that may be killed. Its model and its tools decide nothing: they tell the test that they were
 * reached and wait for its order.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { modelFailure } from '../../../../src/activities/models/failure.ts';
import { defineAgent } from '../../../../src/agent/index.ts';
import type { AgentTool } from '../../../../src/agent/index.ts';
import type { JsonObject } from '../../../../src/core/json.ts';
import { fileStore, loadGrantKeys } from '../../../../src/store/index.ts';
import { createWorker } from '../../../../src/worker/index.ts';
import type { News, Order, Setting } from './news.ts';

const { home, address, namespace, agent: name } = JSON.parse(process.argv[2] ?? '{}') as Setting;
const waiting = new Map<number, (order: Order) => void>();
let ids = 0;

function tell(news: News): void {
  process.send?.(news);
}

/** Tells that something began, and waits for its order or its signal. @returns undefined if it was stopped */
async function orderFor(
  signal: Pick<AbortSignal, 'aborted' | 'addEventListener'> | undefined,
  begun: (id: number) => News,
) {
  const id = ++ids;
  const { promise, resolve } = Promise.withResolvers<Order | undefined>();
  waiting.set(id, resolve);
  signal?.addEventListener('abort', () => resolve(undefined), { once: true });
  tell(begun(id));
  const order = await promise;
  waiting.delete(id);
  tell({ kind: 'over', id, how: order === undefined ? 'stopped' : 'settled' });
  return order;
}

function tool(tooled: string, more: Partial<AgentTool> = {}, signals: 'heard' | 'ignored' = 'heard'): AgentTool {
  return {
    name: tooled,
    description: `Waits until it is told to end; ${tooled}.`,
    parameters: { type: 'object', properties: { n: { type: 'integer' } } },
    async execute(_id, args, signal, _onUpdate, context) {
      if (context === undefined) throw new Error('no context');
      const { session, turn, index, attempt, idempotencyKey: key } = context;
      const order = await orderFor(signals === 'heard' ? signal : undefined, (id) => ({
        kind: 'started',
        id,
        place: { session, turn, index, attempt, key },
        args: args as JsonObject,
      }));
      if (order === undefined) throw new Error('told to stop');
      if (order.kind === 'settle' && order.outcome === 'error') throw new Error('told to fail');
      return { content: [{ type: 'text', text: `done ${key}` }] };
    },
    ...more,
  };
}

const agent = defineAgent({
  name,
  model: {
    name: 'the test',
    async respond({ messages, tools, signal }) {
      const order = await orderFor(signal, (id) => ({ kind: 'asked', id, messages, tools }));
      if (order?.kind === 'answer') return order.message;
      throw modelFailure(order === undefined ? 'stopped' : 'told to fail', { retryable: order === undefined });
    },
  },
  tools: [
    tool('work'),
    tool('step', { executionMode: 'sequential' }),
    tool('again', { replay: 'safe' }),
    tool('deaf', {}, 'ignored'),
    tool('pay', { approval: 'always' }),
    tool('brief', { approval: 'always', approvalExpiry: 200 }),
  ],
  limits: { grace: 300, heartbeatTimeout: 3_000 },
});

const worker = await createWorker({
  agents: [agent],
  connection: { address },
  namespace,
  store: fileStore(home),
  keys: loadGrantKeys(home, {}),
  identity: 'test-worker',
  drain: 300,
});

process.on('disconnect', () => process.exit(1));
process.on('message', (order: Order) => {
  if (order.kind !== 'shutdown') {
    waiting.get(order.id)?.(order);
    return;
  }
  void worker.shutdown().then(async () => {
    // The channel's last words.
    await delay(0);
    process.exit(0);
  });
});
tell({ kind: 'up' });
