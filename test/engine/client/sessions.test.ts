/** The list of sessions: what each does and what it waits for, without a worker, and whatever a session's state is. */
import { expect, it } from 'vitest';
import { modelFailure } from '../../../src/activities/models/index.ts';
import { scripted } from '../../../src/activities/models/scripted.ts';
import type { SessionOverview, SessionsOptions } from '../../../src/client/index.ts';
import { asks, call, recordingTool } from '../cases/kit.ts';
import { withServer } from '../cases/recorded.ts';
import { askedIds } from '../control/waiting.ts';
import { freshName, startEngine } from '../engine.ts';
import type { Engine } from '../engine.ts';

/** The list, once it says what is expected: the server's own list lags behind. */
async function listed(
  { client, agent }: Engine,
  fits: (sessions: readonly SessionOverview[]) => boolean,
  options: SessionsOptions = {},
): Promise<readonly SessionOverview[]> {
  for (;;) {
    const { sessions } = await client.sessions({ agent: agent.name, ...options });
    if (fits(sessions)) return sessions;
  }
}

const states = (sessions: readonly SessionOverview[]) =>
  Object.fromEntries(sessions.map(({ id, state }) => [id, state]));

it('a list names every session with its state, what it waits for, its turns and its last activity (B57)', async () => {
  const began = Date.now();
  const pay = recordingTool('pay', { approval: 'always' });
  const slow = recordingTool('slow', {
    body: ({ signal }) => new Promise((_, fail) => signal.addEventListener('abort', () => fail(new Error('told')))),
  });
  await using engine = await startEngine({
    model: scripted([
      ({ messages }) => {
        const said = JSON.stringify(messages[0]);
        if (said.includes('pay')) return asks(call('a', 'pay', { amount: 1 }), call('b', 'pay', { amount: 2 }));
        if (said.includes('slow')) return asks(call('a', 'slow'));
        if (said.includes('break')) throw modelFailure('no such deployment', { retryable: false });
        return 'Fine.';
      },
    ]),
    tools: [pay, slow],
    limits: { grace: 100 },
  });
  const [idle, waiting, running] = [engine.session(), engine.session(), engine.session()];
  const [broken, closed, killed] = [engine.session(), engine.session(), engine.session()];
  await idle.run('Hello.');
  await waiting.prompt('pay');
  const [first, second] = await askedIds(waiting, 2);
  await running.prompt('slow');
  for await (const event of running.events()) if (event.type === 'tool_execution_start') break;
  await broken.run('break');
  await closed.run('Hello.');
  await closed.close();
  await withServer((server) => server.workflow.getHandle(closed.id).result());
  await killed.run('Hello.');
  await withServer((server) => server.workflow.getHandle(killed.id).terminate('gone'));

  const expected = {
    [idle.id]: 'idle',
    [waiting.id]: 'waiting',
    [running.id]: 'running',
    [broken.id]: 'idle',
    [closed.id]: 'closed',
    [killed.id]: 'terminated',
  };
  const all = await listed(
    engine,
    (sessions) =>
      JSON.stringify(Object.entries(states(sessions)).sort()) === JSON.stringify(Object.entries(expected).sort()),
  );

  const of = (id: string) => all.find((session) => session.id === id);
  expect(of(waiting.id)).toEqual({
    id: waiting.id,
    state: 'waiting',
    agent: engine.agent.name,
    startedAt: expect.any(Number) as number,
    activeAt: expect.any(Number) as number,
    turns: 1,
    waiting: [first, second].map((id) => ({
      id,
      tool: 'pay',
      since: expect.any(Number) as number,
      expiresAt: expect.any(Number) as number,
    })),
  });
  expect(of(idle.id)).toMatchObject({ turns: 1, lastRun: { run: 1, ended: 'answered' } });
  expect(of(broken.id)).toMatchObject({ lastRun: { run: 1, ended: 'error' } });
  expect(of(closed.id)).toMatchObject({ turns: 1, closedAt: expect.any(Number) as number });
  const activity = all.map(({ activeAt }) => activeAt);
  expect(activity).toEqual([...activity].sort((left, right) => right - left));
  expect(Math.min(...activity)).toBeGreaterThan(began - 1_000);

  const { client, agent } = engine;
  const waits = await client.sessions({ agent: agent.name, only: 'waiting' });
  expect([states(waits.sessions), waits.more]).toEqual([{ [waiting.id]: 'waiting' }, 0]);
  const failed = await client.sessions({ agent: agent.name, only: 'failed' });
  expect(states(failed.sessions)).toEqual({ [broken.id]: 'idle', [killed.id]: 'terminated' });
  const one = await client.sessions({ agent: agent.name, limit: 1 });
  expect([states(one.sessions), one.more]).toEqual([{ [running.id]: 'running' }, 5]);
});

it('a session whose agent nobody serves is listed as running without a worker (B92)', async () => {
  await using engine = await startEngine({ model: scripted(['Fine.']), tools: [] });
  const agent = freshName('unserved');
  const session = engine.client.session(freshName('alone'), { agent });
  await expect(session.prompt('Hello?', { deadline: 300 })).rejects.toMatchObject({ code: 'NoWorker' });

  const [found] = await listed(engine, (sessions) => sessions.length > 0, { agent });

  expect(found).toMatchObject({ id: session.id, state: 'running', agent, turns: 0, noWorker: true });
});

it('a step that is tried again is told with its reason', async () => {
  const mend = Promise.withResolvers<undefined>();
  let asked = 0;
  await using engine = await startEngine({
    model: scripted([
      async () => {
        asked += 1;
        if (asked === 1) throw modelFailure('overloaded', { retryable: true });
        await mend.promise;
        return 'Fine.';
      },
    ]),
    tools: [],
  });
  const session = engine.session();
  const { run } = await session.prompt('Hello.');

  const [found] = await listed(engine, ([one]) => one?.state === 'retrying');

  expect(found?.retrying).toEqual([expect.objectContaining({ step: 'callModel', attempt: 2, failure: 'overloaded' })]);
  mend.resolve(undefined);
  expect(await session.finish(run)).toMatchObject({ ended: 'answered' });
});

it('a session that was removed is not listed, and one that closed by its idle time says so', async () => {
  await using engine = await startEngine({ model: scripted(['Fine.']), tools: [] });
  const [removed, expired] = [
    engine.session(),
    engine.client.session(freshName('brief'), { agent: engine.agent.name, idleExpiry: 50 }),
  ];
  await removed.run('Hello.');
  await expired.run('Hello.');
  await withServer((server) => server.workflow.getHandle(expired.id).result());
  await listed(engine, (sessions) => sessions.length === 2 && sessions.every(({ state }) => state !== 'running'));

  await removed.remove();

  const sessions = await listed(engine, ({ length }) => length === 1);
  expect(states(sessions)).toEqual({ [expired.id]: 'expired' });
});

it('a server that does not answer in time, and a limit that is none, are clear errors', async () => {
  await using engine = await startEngine({ model: scripted(['Fine.']), tools: [] });
  await expect(engine.client.sessions({ deadline: 0 })).rejects.toMatchObject({ code: 'NoServer' });
  await expect(engine.client.sessions({ limit: 0 })).rejects.toMatchObject({ code: 'InvalidInput' });
  await expect(engine.client.sessions({ deadline: -1 })).rejects.toMatchObject({ code: 'InvalidInput' });
  expect(await engine.client.sessions({ agent: "x' OR WorkflowType = 'agentSession" })).toEqual({
    sessions: [],
    more: 0,
  });
});

it('a session that rolled over is listed once, with the age and the last run of the whole of it', async () => {
  await using engine = await startEngine({
    model: scripted(['One.', 'Two.']),
    tools: [],
    limits: { rollOverTurns: 1 },
  });
  const session = engine.session();
  await session.run('Hello.');
  const first = await withServer((server) => server.workflow.getHandle(session.id).describe());
  await session.run('And?');
  const begun = await withServer(async (server) => {
    const origin = first.raw.workflowExecutionInfo?.firstRunId ?? '';
    return (await server.workflow.getHandle(session.id, origin).describe()).startTime.getTime();
  });

  const sessions = await listed(engine, ([one]) => one?.state === 'idle' && one.turns === 2);

  expect(sessions).toEqual([
    expect.objectContaining({
      id: session.id,
      startedAt: begun,
      lastRun: expect.objectContaining({ run: 2, turn: 2 }) as object,
    }),
  ]);
});
