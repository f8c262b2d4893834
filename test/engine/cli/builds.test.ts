/** `turnkeeper worker --build` and `turnkeeper builds`: how an operator brings a new build. */
import { expect, it } from 'vitest';
import { freshName } from '../engine.ts';
import { notingAgent, place } from './cli.ts';

it('a worker of a build says that it is not current, and builds makes it so and shows what is open on it', async () => {
  const here = place();
  const agent = freshName('agent.of');
  here.file('agent.ts', notingAgent(agent));
  const worker = here.start(['worker', 'agent.ts', '--build', '1.0']);
  await worker.notes(
    `Build 1.0 of agent "${agent}" is not current (no build is): no new session comes to it. Make it so: npx turnkeeper builds ${agent} --current 1.0\n`,
  );
  await worker.shows('Worker ready');

  const made = await here.run(['builds', agent, '--current', '1.0']);
  const env = { TURNKEEPER_BUILD: '1.0' };
  const ran = await here.run(['run', 'agent.ts', 'Hello.'], { env });
  let listed = await here.run(['builds', agent, '--json']);
  while (!listed.stdout.includes('"sessions":1')) listed = await here.run(['builds', agent, '--json']);

  expect(made).toEqual({
    exitCode: 0,
    stderr: '',
    stdout: expect.stringMatching(
      new RegExp(
        `^Build 1.0 of agent "${agent}" is current.\n\nBUILD  STATE    SESSIONS  TURNS  AGE\n1.0    current  0         0      \\S.*\n$`,
      ),
    ) as string,
  });
  expect([ran.exitCode, ran.stderr]).toEqual([0, expect.not.stringContaining('not current')]);
  expect(JSON.parse(listed.stdout)).toMatchObject({
    v: 1,
    agent,
    build: '1.0',
    state: 'current',
    sessions: 1,
    turns: 0,
  });
}, 120_000);

it('names that no build, or no worker, has are refused in one sentence', async () => {
  const here = place();
  const agent = freshName('agent');
  here.file('agent.ts', notingAgent(agent));

  const worker = await here.run(['worker', 'agent.ts', '--build', 'a/b']);
  const unknown = await here.run(['builds', agent]);

  expect(worker).toMatchObject({
    exitCode: 2,
    stderr: '"a/b" names no build: use 1 to 64 of A-Z a-z 0-9 . _ - (--build, TURNKEEPER_BUILD)\n',
  });
  expect(unknown).toMatchObject({
    exitCode: 2,
    stderr: `No worker of agent "${agent}" named a build: turnkeeper worker FILE --build ID.\n`,
  });
}, 120_000);
