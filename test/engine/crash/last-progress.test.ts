/** A worker dies in the middle of a tool's updates: the next attempt knows how far they came, nobody counts them twice. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { expect, inject, it } from 'vitest';
import { scripted } from '../../../src/activities/models/index.ts';
import type { AgentTool, ToolContext } from '../../../src/agent/index.ts';
import type { AgentEvent } from '../../../src/client/index.ts';
import { TurnkeeperClient } from '../../../src/client/index.ts';
import { fileStore, loadGrantKeys } from '../../../src/store/index.ts';
import { createWorker } from '../../../src/worker/index.ts';
import { freshName, startEngine } from '../engine.ts';
import type { CountingNews, CountingSetting } from './counting-agent.ts';
import { countingAgent } from './counting-agent.ts';

/** Kills the first worker when the server knows of its third update; a second one finishes the call. */
async function killedAfterThree(hook: CountingSetting['hook']) {
  const home = await mkdtemp(path.join(tmpdir(), 'turnkeeper-test-'));
  const where = { home, address: inject('address'), namespace: inject('namespace') };
  const setting: CountingSetting = { ...where, agent: freshName('agent'), session: freshName('session'), hook };
  const connection = await Connection.connect({ address: where.address });
  try {
    const live: AgentEvent[] = [];
    const worker = fork(path.join(import.meta.dirname, 'counting-process.ts'), [JSON.stringify(setting)], {
      execArgv: ['--conditions=turnkeeper-source'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const exited = once(worker, 'exit');
    const third = Promise.withResolvers<undefined>();
    worker.on('message', ({ event }: CountingNews) => {
      live.push(event);
      if (event.type === 'tool_execution_update' && event.partial.sequence === 3) third.resolve(undefined);
    });
    await Promise.race([third.promise, exited]);
    const told = await heartbeatOf(new Client({ connection, namespace: where.namespace }), setting.session);
    worker.kill('SIGKILL');
    await exited;
    return { live, told, ...(await finished(setting)) };
  } finally {
    await connection.close();
    await rm(home, { recursive: true, force: true });
  }
}

/** What the newest heartbeat of the running call says, once there is one. */
async function heartbeatOf(client: Client, session: string): Promise<unknown> {
  const { raw } = await client.workflow.getHandle(session).describe();
  const turn = client.workflow.getHandle(raw.pendingChildren?.[0]?.workflowId ?? '');
  for (;;) {
    const { pendingActivities } = (await turn.describe()).raw;
    const [told] = pendingActivities?.[0]?.heartbeatDetails?.payloads ?? [];
    if (told) return defaultPayloadConverter.fromPayload(told);
    await sleep(50);
  }
}

async function finished(setting: CountingSetting) {
  const { home, address, namespace, agent, session: id } = setting;
  const shared = { connection: { address }, namespace, store: fileStore(home) };
  const contexts: ToolContext[] = [];
  const agents = [countingAgent(setting, (context) => contexts.push(context))];
  const keys = loadGrantKeys(home, {});
  const worker = await createWorker({ ...shared, agents, keys, identity: 'test-worker', drain: 500 });
  const client = await TurnkeeperClient.connect({ ...shared, progress: worker.progress });
  const again: AgentEvent[] = [];
  for await (const event of client.session(id, { agent }).events()) {
    again.push(event);
    if (event.type === 'agent_end') break;
  }
  await worker.shutdown();
  await client.close();
  return { contexts, again };
}

const updates = (events: readonly AgentEvent[]) =>
  events.flatMap((event) =>
    event.type === 'tool_execution_update'
      ? [`call ${event.turn}.${event.index} attempt ${event.partial.attempt} update ${event.partial.sequence}`]
      : [],
  );

it('no update is counted twice when a worker dies between updates, and the next attempt knows the last one (B100)', async () => {
  const { live, again, contexts } = await killedAfterThree('none');

  expect(contexts).toMatchObject([
    {
      attempt: 2,
      lastProgress: { attempt: 1, sequence: 3, content: [{ type: 'text', text: 'step 3' }], details: { count: 3 } },
    },
  ]);
  // Who comes while the first attempt is still the newest known may hear its last update too: by the same number.
  for (const one of [live, again]) expect(new Set(updates(one)).size).toBe(updates(one).length);
  expect([...new Set([...updates(live), ...updates(again)])]).toEqual([
    ...[1, 2, 3].map((sequence) => `call 1.0 attempt 1 update ${sequence}`),
    ...[4, 5, 6, 7, 8].map((sequence) => `call 1.0 attempt 2 update ${sequence}`),
  ]);
  const borders = again.flatMap(({ type }) => (/^tool_execution_(start|end)$/.test(type) ? [type] : []));
  expect(borders).toEqual(['tool_execution_start', 'tool_execution_end']);
});

it('heartbeats say nothing of an update that an after hook has not seen, only how many there were', async () => {
  const { again, told, contexts } = await killedAfterThree('after');

  expect(told).toEqual({ sequence: 3 });
  expect(contexts.map(({ attempt, lastProgress }) => [attempt, lastProgress])).toEqual([[2, undefined]]);
  expect(updates(again).find((update) => update.includes('attempt 2'))).toBe('call 1.0 attempt 2 update 4');
});

it('what a tool says while its worker shuts down reaches the next attempt', async () => {
  const begun = Promise.withResolvers<undefined>();
  const seen: ToolContext['lastProgress'][] = [];
  const save: AgentTool = {
    name: 'save',
    description: 'Says where it stopped.',
    parameters: { type: 'object' },
    replay: 'safe',
    execute: async (_id, _args, signal, onUpdate, context) => {
      seen.push(context?.lastProgress);
      if (context?.attempt !== 1) return { content: [{ type: 'text', text: 'done' }] };
      begun.resolve(undefined);
      await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
      onUpdate?.({ content: [], details: { row: 7 } });
      throw new Error('interrupted');
    },
  };
  const model = scripted([{ content: [{ type: 'toolCall', id: 'a', name: 'save', arguments: {} }] }, 'saved']);
  await using engine = await startEngine({ model, tools: [save] }, { drain: 100 });
  const finished = engine.session().run('go');
  await begun.promise;
  const { address, store, keys, agent } = engine;
  const second = await createWorker({ connection: { address }, store, keys, agents: [agent], drain: 500 });
  await engine.worker.shutdown();
  await finished.finally(() => second.shutdown());

  expect(seen).toEqual([undefined, { attempt: 1, sequence: 1, content: [], details: { row: 7 } }]);
});
