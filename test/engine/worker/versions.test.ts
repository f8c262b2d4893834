/** Two builds of one agent side by side: a turn ends where it began, its session goes on where the current build is. */
import type { temporal } from '@temporalio/proto';
import { expect, it, onTestFinished } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import type { Session } from '../../../src/client/index.ts';
import { agentDeployment, turnWorkflowId } from '../../../src/core/identity.ts';
import { asks, call, otherWorker, recordingTool } from '../cases/kit.ts';
import { withServer } from '../cases/recorded.ts';
import { askedIds } from '../control/waiting.ts';
import type { Engine } from '../engine.ts';
import { startEngine } from '../engine.ts';

/** An agent whose answers say which build gave them, and its tool. */
function buildOf(build: string) {
  const pay = recordingTool('pay', { approval: 'always' });
  return { pay, agent: { model: scripted([asks(call('a', 'pay')), ...answers(build)]), tools: [pay] } };
}

const talker = (build: string) => ({ model: scripted(answers(build)) });
const answers = (build: string) => Array<string>(60).fill(`build ${build}`);

async function started(agent: Parameters<typeof startEngine>[0]): Promise<Engine> {
  const engine = await startEngine(agent, { version: { build: '1' }, identity: 'first-build' });
  await engine.client.makeCurrent(engine.agent.name, '1');
  return engine;
}

async function second(engine: Engine, agent: Parameters<typeof otherWorker>[1]): Promise<void> {
  const worker = await otherWorker(engine, agent, { version: { build: '2' }, identity: 'second-build' });
  onTestFinished(() => worker.shutdown());
}

/** Which builds did the workflow tasks of every execution of a session, and of each of its turns. */
async function places(session: Session, turns: number): Promise<readonly (readonly string[])[]> {
  return withServer(async (server) => {
    const first = (await server.workflow.getHandle(session.id).describe()).raw.workflowExecutionInfo?.firstRunId ?? '';
    const told: string[][] = [];
    for (let runId: string | undefined = first; runId;) {
      const { events } = await server.workflow.getHandle(session.id, runId).fetchHistory();
      told.push(buildsIn(events ?? []));
      runId = events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId ?? undefined;
    }
    for (let turn = 1; turn <= turns; turn++) {
      const id = turnWorkflowId({ session: session.id, execution: first, turn, run: 1 });
      told.push(buildsIn((await server.workflow.getHandle(id).fetchHistory()).events ?? []));
    }
    return told;
  });
}

function buildsIn(events: readonly temporal.api.history.v1.IHistoryEvent[]): string[] {
  const builds = events.flatMap(({ workflowTaskCompletedEventAttributes: done }) =>
    done ? [done.deploymentVersion?.buildId ?? 'none'] : [],
  );
  return [...new Set(builds)];
}

/** What the user messages of a session say, oldest first. */
async function users(session: Session): Promise<readonly string[]> {
  return (await session.transcript()).flatMap((message) => {
    if (message.role !== 'user') return [];
    const { content } = message;
    return typeof content === 'string' ? [content] : content.map((part) => (part.type === 'text' ? part.text : ''));
  });
}

it('a turn that waits for an approval stays on its build, its session goes on with the current one, and no word is lost', async () => {
  const [one, two] = [buildOf('1'), buildOf('2')];
  await using engine = await started(one.agent);
  const { client, agent } = engine;
  const session = engine.session();
  await session.prompt('Go.');
  const [id] = await askedIds(session);
  await second(engine, two.agent);

  await client.makeCurrent(agent.name, '2');
  const steers = Array.from({ length: 20 }, (_, number) => `steer ${number}`);
  const steer = (said: string) => session.steer(said, { key: said });
  const [early, late] = [steers.slice(0, 5), steers.slice(5)];
  for (const said of early) await steer(said);
  const during = await client.builds(agent.name);
  await Promise.all([client.approve(id), ...late.map(steer)]);
  const finished = await session.finish(1);
  await Promise.all(steers.map(steer));
  await session.run('And now?');

  expect(during).toMatchObject([
    { build: '2', state: 'current', sessions: 0, turns: 0 },
    { build: '1', state: 'draining', sessions: 1, turns: 1 },
  ]);
  expect(finished).toMatchObject({ ended: 'answered', answer: 'build 2' });
  expect([one.pay.effects.length, two.pay.effects.length]).toEqual([1, 0]);
  const said = await users(session);
  expect(said.filter((one) => one.startsWith('steer'))).toEqual(steers);
  expect(said.filter((one) => !one.startsWith('steer'))).toEqual(['Go.', 'And now?']);
  const turns = (await session.record()).lastRun?.turn ?? 0;
  expect(await places(session, turns)).toEqual([['1'], ['2'], ['1'], ...Array<string[]>(turns - 1).fill(['2'])]);
}, 60_000);

it('a new session begins on the current build, idle ones are woken and move, and the old build is drained and can end', async () => {
  await using engine = await started(talker('1'));
  const { client, agent } = engine;
  const idle = engine.session();
  expect(await idle.run('Hello.')).toMatchObject({ answer: 'build 1' });
  await second(engine, talker('2'));

  expect(await client.makeCurrent(agent.name, '2')).toBe(1);
  const fresh = engine.session();
  expect(await fresh.run('Hello.')).toMatchObject({ answer: 'build 2' });
  let builds = await client.builds(agent.name);
  while (builds.at(-1)?.state !== 'drained') builds = await client.builds(agent.name);
  await engine.worker.shutdown();

  expect(builds).toMatchObject([
    { build: '2', state: 'current', sessions: 2, turns: 0 },
    { build: '1', state: 'drained', sessions: 0, turns: 0 },
  ]);
  expect(await idle.run('Still there?')).toMatchObject({ run: 2, answer: 'build 2' });
  expect(await places(idle, 2)).toEqual([['1'], ['2'], ['1'], ['2']]);
  expect(await places(fresh, 1)).toEqual([['2'], ['2']]);
}, 60_000);

it('a session that somebody pinned to a build stays there, and tries to leave it once', async () => {
  await using engine = await started(talker('1'));
  const { client, agent } = engine;
  const session = engine.session();
  await session.run('Hello.');
  await second(engine, talker('2'));
  await withServer((server) =>
    server.workflowService.updateWorkflowExecutionOptions({
      namespace: server.options.namespace,
      workflowExecution: { workflowId: session.id },
      workflowExecutionOptions: {
        versioningOverride: {
          pinned: { behavior: 1, version: { deploymentName: agentDeployment(agent.name), buildId: '1' } },
        },
      },
      updateMask: { paths: ['versioning_override'] },
    }),
  );

  await client.makeCurrent(agent.name, '2');
  await client.makeCurrent(agent.name, '2');

  expect(await session.run('Again.')).toMatchObject({ answer: 'build 1' });
  const [first, ...rest] = await places(session, 0);
  expect(first).toEqual(['1']);
  expect(rest.length).toBeLessThanOrEqual(1);
}, 60_000);

it('without a build nothing is versioned', async () => {
  await using engine = await startEngine(talker('any'));
  const session = engine.session();
  await session.run('Hello.');

  const { raw } = await withServer((server) => server.workflow.getHandle(session.id).describe());
  expect(raw.workflowExecutionInfo?.versioningInfo ?? null).toBeNull();
  expect(await engine.client.builds(engine.agent.name)).toEqual([]);
});

it('sessions from before there were builds go on with the first one that is current', async () => {
  await using engine = await startEngine(talker('none'));
  const { client, agent } = engine;
  const session = engine.session();
  expect(await session.run('Hello.')).toMatchObject({ answer: 'build none' });
  await second(engine, talker('2'));
  await client.makeCurrent(agent.name, '2');
  await engine.worker.shutdown();

  expect(await session.run('Again.')).toMatchObject({ answer: 'build 2' });
  expect(await places(session, 2)).toEqual([['none', '2'], ['none'], ['2']]);
}, 60_000);

it('a build that cannot be one is refused, and one that no worker runs is never made current', async () => {
  await using engine = await startEngine(talker('any'));
  const { client, agent } = engine;

  await expect(otherWorker(engine, talker('any'), { version: { build: 'a/b' } })).rejects.toThrow(
    'A build is named by 1 to 64 of A-Z a-z 0-9 . _ - (got "a/b").',
  );
  await expect(client.makeCurrent(agent.name, 'a/b')).rejects.toThrow('"a/b" names no build');
  await expect(client.makeCurrent(agent.name, '7', { deadline: 300 })).rejects.toMatchObject({ code: 'NoWorker' });
});
