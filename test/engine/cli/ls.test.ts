/** `turnkeeper ls`: what an operator sees of all sessions, without a worker. */
import { expect, it } from 'vitest';
import { freshName } from '../engine.ts';
import { notingAgent, place } from './cli.ts';
import { calls, controlAgent } from './control.ts';

it('ls shows what sessions wait for, with the command that answers, after everything else has gone (B57)', async () => {
  const here = place();
  const agent = controlAgent(here, calls(`call('pay', { amount: 1 })`, `call('pay', { amount: 2 })`));
  const session = freshName('paying');
  const running = here.start(['run', 'agent.ts', 'Go.', '--session', session]);
  await running.shows('/call-1 --reason TEXT');
  running.kill('SIGKILL');
  await running.finished;

  let listed = await here.run(['ls', '--agent', agent, '--waiting']);
  while (!listed.stdout.includes(session)) listed = await here.run(['ls', '--agent', agent, '--waiting']);
  const json = await here.run(['ls', '--agent', agent, '--json']);
  const failed = await here.run(['ls', '--agent', agent, '--failed']);

  expect([listed.exitCode, listed.stderr]).toEqual([0, '']);
  const id = `${session}/[0-9a-f]{10}/turn-1`;
  expect(listed.stdout).toMatch(
    new RegExp(
      `^SESSION +STATE +AGENT +AGE +TURNS +ACTIVE\\n${session}  waiting  ${agent}  \\S[^\\n]* 1 +\\S[^\\n]* ago(?:  no worker)?\\n` +
        `  \\? pay waits for approval, expires in 23 h \\d+ min\\n {4}turnkeeper approve ${id}/call-0\\n` +
        `  \\? pay waits for approval, expires in 23 h \\d+ min\\n {4}turnkeeper approve ${id}/call-1\\n$`,
    ),
  );
  expect(JSON.parse(json.stdout)).toMatchObject({
    v: 1,
    id: session,
    state: 'waiting',
    agent,
    turns: 1,
    waiting: [{ tool: 'pay' }, { tool: 'pay' }],
  });
  expect(failed.stdout).toBe(`No session of agent "${agent}" has failed.\n`);
}, 120_000);

it('ls says how many more there are, and how a first session is started', async () => {
  const here = place();
  const agent = freshName('agent');
  here.file('agent.ts', notingAgent(agent));
  const none = await here.run(['ls', '--agent', agent]);
  for (const name of ['one', 'two']) await here.run(['run', 'agent.ts', name, '--session', freshName(name)]);
  let first = await here.run(['ls', '--agent', agent, '--limit', '1']);
  while (!first.stdout.includes('… 1 more')) first = await here.run(['ls', '--agent', agent, '--limit', '1']);

  expect(none).toEqual({
    exitCode: 0,
    stderr: '',
    stdout: `There is no session of agent "${agent}" yet; start one: turnkeeper run agent.ts "What to do"\n`,
  });
  expect(first.stdout).toMatch(/^SESSION [^\n]*\ntwo-\S+ +idle +[^\n]*\n… 1 more; --limit 2 shows all\.\n$/);
  const both = await here.run(['ls', '--waiting', '--failed']);
  expect([both.exitCode, both.stderr]).toEqual([2, 'Name one of --waiting and --failed.\n']);
}, 120_000);
