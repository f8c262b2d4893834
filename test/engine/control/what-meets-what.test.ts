/** The table "What meets what" of `docs/control.md`, cell by cell, about calls that wait or are judged. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/index.ts';
import type { AgentOptions } from '../../../src/agent/index.ts';
import type { ToolCall } from '../../../src/core/messages.ts';
import { asks, call, recordingTool } from '../cases/kit.ts';
import type { Engine } from '../engine.ts';
import { eventsOfRun, startEngine } from '../engine.ts';
import { nextWorker, outcomes, withServer } from './next-worker.ts';
import { askedIds } from './waiting.ts';

const paying = (more: object = {}) => recordingTool('pay', { approval: 'always', ...more });

/** Starts a run and waits until `count` calls of it wait for a decision. */
async function waiting(engine: Engine, count: number) {
  const session = engine.session();
  await session.prompt('go');
  return { session, ids: await askedIds(session, count) };
}

it('an interrupting steer withdraws the call that waits; the run goes on, and a later decision finds nothing', async () => {
  const pay = paying();
  await using engine = await startEngine({ model: scripted([asks(call('a', 'pay')), 'steered']), tools: [pay] });
  const { session, ids } = await waiting(engine, 1);

  await session.steer('not now', { interrupt: true });

  expect(await session.finish(1)).toMatchObject({ ended: 'answered', answer: 'steered' });
  expect([await outcomes(session), pay.effects]).toEqual([['NotStarted'], []]);
  await expect(engine.client.approve(ids[0])).rejects.toMatchObject({ code: 'UnknownSession' });
});

it('a waiting call that is cancelled is not started; its sibling waits on and runs once it is approved', async () => {
  const pay = paying();
  const model = scripted([asks(call('a', 'pay', { n: 1 }), call('b', 'pay', { n: 2 })), 'paid']);
  await using engine = await startEngine({ model, tools: [pay] });
  const { session, ids } = await waiting(engine, 2);

  await session.cancelCall({ turn: 1, index: 0 }, { deadline: 0 });
  await engine.client.approve(ids[1]);

  expect(await session.finish(1)).toMatchObject({ ended: 'answered' });
  expect([await outcomes(session), pay.effects.map(({ args }) => args)]).toEqual([
    ['NotStarted', '{"n":2}'],
    [{ n: 2 }],
  ]);
});

it('an approval that meets an abort in one task is recorded, its call does not run, and its sender is told so', async () => {
  const pay = paying();
  await using engine = await startEngine({ model: scripted([asks(call('a', 'pay')), 'never asked']), tools: [pay] });
  const { session, ids } = await waiting(engine, 1);
  await engine.worker.shutdown();
  const id = ids[0];
  const approved = engine.client.approve(id, { by: 'auditor', deadline: 60_000 });
  await withServer(async (client) => {
    const turn = client.workflow.getHandle(id.slice(0, id.lastIndexOf('/')));
    const isSaid = async () =>
      (await turn.fetchHistory()).events?.some((event) => event.workflowExecutionSignaledEventAttributes);
    while (!(await isSaid())) await sleep(50);
    await session.abort({ run: 1, deadline: 0 });
    // What the session does about an abort, before the turn has its next task.
    await turn.cancel();
  });
  const worker = await nextWorker(engine);

  const outcome = await approved;
  const events = await eventsOfRun(session, 1);

  await worker.shutdown();
  expect(outcome).toEqual({ kind: 'decided', decision: { kind: 'withdrawn' } });
  const decided = events.flatMap((event) => (event.type === 'approval_decided' ? [event.decision] : []));
  expect(decided).toMatchObject([{ kind: 'approved', by: 'auditor' }]);
  expect([await outcomes(session), pay.effects, events.at(-1)]).toMatchObject([
    ['NotStarted'],
    [],
    { ended: 'aborted' },
  ]);
});

it('an edit that comes after its call’s time is in the history, and is not run', async () => {
  const pay = paying({ approvalExpiry: 500 });
  await using engine = await startEngine({ model: scripted([asks(call('a', 'pay', { n: 1 })), 'late']), tools: [pay] });
  const { session, ids } = await waiting(engine, 1);
  const id = ids[0];
  const turn = id.slice(0, id.lastIndexOf('/'));
  await engine.worker.shutdown();
  const history = () => withServer(async (client) => client.workflow.getHandle(turn).fetchHistory());
  while (!(await history()).events?.some((event) => event.timerFiredEventAttributes)) await sleep(100);

  await engine.client.approve(id, { args: { n: 7 }, deadline: 0 });
  const worker = await nextWorker(engine);
  await session.finish(1);

  await worker.shutdown();
  expect([await outcomes(session), pay.effects]).toEqual([['Expired'], []]);
  const signal = (await history()).events?.find((event) => event.workflowExecutionSignaledEventAttributes);
  const [said] = signal?.workflowExecutionSignaledEventAttributes?.input?.payloads ?? [];
  expect(JSON.parse(Buffer.from(said?.data ?? []).toString())).toMatchObject({ approve: 'yes', args: { n: 7 } });
});

/** A run whose before hook works on the first call until the returned latch opens. */
async function clearing(calls: readonly ToolCall[], options: Pick<AgentOptions, 'tools'>) {
  const asked = Promise.withResolvers<undefined>();
  const told = Promise.withResolvers<undefined>();
  const latch = Promise.withResolvers<undefined>();
  const engine = await startEngine({
    model: scripted([asks(...calls), 'answer']),
    ...options,
    beforeToolCall: async (_call, signal) => {
      signal.addEventListener('abort', () => told.resolve(undefined));
      asked.resolve(undefined);
      await latch.promise;
      return undefined;
    },
  });
  const session = engine.session();
  await session.prompt('go');
  await asked.promise;
  return { engine, session, told: told.promise, release: () => latch.resolve(undefined) };
}

it('an abort while the gate works schedules nothing, and the verdicts are recorded', async () => {
  const look = recordingTool('look');
  const { engine, session, told, release } = await clearing([call('a', 'look'), call('b', 'look')], { tools: [look] });
  await using _engine = engine;

  await session.abort({ run: 1, deadline: 0 });
  await told;
  release();

  expect(await session.finish(1)).toMatchObject({ ended: 'aborted' });
  expect([await outcomes(session), look.effects]).toEqual([['NotStarted', 'NotStarted'], []]);
  const events = await eventsOfRun(session, 1);
  // Each call starts with its verdict and is refused by it, before anything is committed.
  expect(events.filter(({ type }) => type.startsWith('tool_')).map(({ type }) => type)).toEqual([
    'tool_execution_start',
    'tool_execution_end',
    'tool_execution_start',
    'tool_execution_end',
  ]);
});

it('a worker that goes down while its gate works blocks no call: the next worker asks again', async () => {
  const look = recordingTool('look');
  const { engine, session, release } = await clearing([call('a', 'look', { n: 1 })], { tools: [look] });
  await using _engine = engine;

  await engine.worker.shutdown();
  release();
  const worker = await nextWorker(engine);

  expect(await session.finish(1)).toMatchObject({ ended: 'answered' });
  await worker.shutdown();
  expect(await outcomes(session)).toEqual(['{"n":1}']);
});

it('a call that is cancelled while the gate works is not started, and its sibling runs', async () => {
  const look = recordingTool('look');
  const calls = [call('a', 'look', { n: 1 }), call('b', 'look', { n: 2 })] as const;
  const { engine, session, release } = await clearing([...calls], { tools: [look] });
  await using _engine = engine;

  await session.cancelCall({ turn: 1, index: 0 }, { deadline: 0 });
  release();

  expect(await session.finish(1)).toMatchObject({ ended: 'answered' });
  expect([await outcomes(session), look.effects.map(({ args }) => args)]).toEqual([
    ['NotStarted', '{"n":2}'],
    [{ n: 2 }],
  ]);
});
