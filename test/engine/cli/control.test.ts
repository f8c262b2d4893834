/** Control of sessions from other processes than the one that hosts them, as an operator does it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshName } from '../engine.ts';
import type { Place, Running } from './cli.ts';
import { place } from './cli.ts';
import { calls, controlAgent } from './control.ts';

const effects = ({ folder }: Place): string =>
  existsSync(join(folder, 'effects.txt')) ? readFileSync(join(folder, 'effects.txt'), 'utf8') : '';

/** A run of the agent that waits in its tool. */
async function waitingRun(here: Place, session: string, made = calls(`call('wait')`)): Promise<Running> {
  controlAgent(here, made);
  const running = here.start(['run', 'agent.ts', 'Go.', '--session', session]);
  await running.shows('waiting for go');
  return running;
}

it('a running tool is aborted from another process, and its run shows the results', async () => {
  const here = place();
  const session = freshName('abort');
  const running = await waitingRun(here, session);

  const aborted = await here.run(['abort', session, '--reason', 'wrong host', '--as', 'auditor']);

  expect(aborted).toEqual({ exitCode: 0, stdout: 'Run 1 ended: aborted.\n', stderr: '' });
  const { exitCode, stdout } = await running.finished;
  expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/✗ wait \[Aborted\] [^]*✗ aborted/)]);
  const idle = await here.run(['abort', session]);
  expect(idle).toEqual({ exitCode: 2, stdout: '', stderr: `No run of session "${session}" is under way.\n` });
});

it('one call is ended from another process, and its run goes on', async () => {
  const here = place();
  const session = freshName('call');
  const running = await waitingRun(here, session);

  const missing = await here.run(['abort', session, '--call', '1.7']);
  const ended = await here.run(['abort', session, '--call', '1.0', '--json']);

  expect([missing.exitCode, missing.stderr]).toEqual([2, 'Turn 1 has no call 7: it has calls 0 to 0.\n']);
  expect([ended.exitCode, JSON.parse(ended.stdout)]).toEqual([
    0,
    { v: 1, session, outcome: 'ended', turn: 1, index: 0, result: 'Aborted' },
  ]);
  expect(await running.finished).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('Over after 1.') as string,
  });
});

it('Ctrl-C aborts the run and prints what it ended with', async () => {
  const here = place();
  const session = freshName('cut');
  const running = await waitingRun(here, session, calls(`call('wait')`, `call('pay', { amount: 1 })`));
  running.kill('SIGINT');
  const { exitCode, stdout, stderr } = await running.finished;

  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('Aborting: running calls may take up to 10 s')]);
  expect(stdout).toMatch(/✗ (wait #1 \[Aborted\]|pay #2 \[NotStarted\])[^]*✗ (wait #1|pay #2) [^]*✗ aborted\n/);
  expect(stdout).toMatch(new RegExp(`session ${session} · 1 turn · 2 calls`));
  expect(effects(here)).toBe('waits\n');
});

it('a second Ctrl-C leaves at once and says how to go on', async () => {
  const here = place();
  const session = freshName('left');
  controlAgent(here, calls(`call('deaf')`));
  const running = here.start(['run', 'agent.ts', 'Go.', '--session', session]);
  await running.shows('hears nothing');
  running.kill('SIGINT');
  await running.notes('Aborting: ');
  running.kill('SIGINT');
  const { exitCode, stderr } = await running.finished;
  expect([exitCode, stderr]).toEqual([
    130,
    expect.stringContaining(`Left at once. Go on: npx turnkeeper resume ${session}; look at it: npx turnkeeper show`),
  ]);
});

it('resume hosts a run again that was left, from the remembered file, and shows it to its end', async () => {
  const here = place();
  const session = freshName('again');
  controlAgent(here, calls(`call('pay', { amount: 1 })`));
  const running = here.start(['run', 'agent.ts', 'Go.', '--session', session]);
  await running.shows('pay waits for approval');
  running.kill('SIGTERM');
  expect((await running.finished).exitCode).toBe(143);

  const resumed = here.start(['resume', session]);
  await resumed.shows('pay waits for approval');
  const [waiting] = (await here.run(['approvals', '--session', session, '--json'])).stdout.split('\n');
  const { id } = JSON.parse(waiting ?? '') as { readonly id: string };
  expect(await here.run(['approve', id])).toMatchObject({ exitCode: 0, stdout: 'Approved; the call runs.\n' });
  const end = await resumed.finished;
  expect([end.exitCode, end.stdout]).toEqual([
    0,
    expect.stringMatching(/^turn 1\n> Go\.\n[^]*paid 1[^]*Over after 1\.\n/),
  ]);
  expect(effects(here)).toBe('paid 1\n');

  const idle = await here.run(['resume', session]);
  expect([idle.exitCode, idle.stderr]).toEqual([0, expect.stringMatching(/^Nothing is under way\. Ask something: /)]);
});

it('calls are decided by other processes after the worker was killed and started again', async () => {
  const here = place();
  const session = freshName('decide');
  controlAgent(here, calls(`call('pay', { amount: 1 })`, `call('pay', { amount: 2 })`));
  const running = here.start(['run', 'agent.ts', 'Go.', '--session', session]);
  await running.shows('/call-1 --reason TEXT');
  running.kill('SIGKILL');
  await running.finished;

  const listed = await here.run(['approvals', '--session', session]);
  expect(listed.stdout).toMatch(
    /^\? pay {2}session \S+\n {2}\{\n {4}"amount": 1\n {2}\}\n {2}waiting since [^]*expires in (23 h|1 d)/,
  );
  const ids = [...listed.stdout.matchAll(/turnkeeper approve (\S+)/g)].map(([, id = '']) => id);
  const recorded = await here.run(['deny', ids[1] ?? '', '--reason', 'too much', '--as', 'auditor']);
  expect([recorded.exitCode, recorded.stdout]).toEqual([
    0,
    expect.stringMatching(
      /^Recorded; it takes effect when a worker is up: no worker is polling turnkeeper-agent-\w+, /,
    ),
  ]);
  const shown = await here.run(['show', session]);
  expect(shown.stdout).toMatch(/no worker is polling \S+, no worker since \d{4}-[^\n]*: turnkeeper resume/);

  const worker = here.start(['worker', 'agent.ts']);
  await worker.shows('Worker ready for ');
  const approved = await here.run(['approve', ids[0] ?? '', '--args', '{"amount":10}', '--as', 'auditor']);
  expect(approved).toEqual({
    exitCode: 0,
    stdout: '  {\n-   "amount": 1\n+   "amount": 10\n  }\nApproved; the call runs with the edited arguments.\n',
    stderr: '',
  });
  const late = await here.run(['deny', ids[0] ?? '', '--reason', 'no']);
  expect([late.exitCode, late.stdout]).toEqual([1, 'Already approved by auditor with edited arguments\n']);
  const other = await here.run(['approve', ids[1] ?? '', '--json']);
  expect([other.exitCode, JSON.parse(other.stdout)]).toMatchObject([
    1,
    { v: 1, outcome: 'decided', decision: { kind: 'denied', by: 'auditor', reason: 'too much' } },
  ]);
  expect(effects(here)).toBe('paid 10\n');
  worker.kill('SIGTERM');
  await worker.finished;
}, 120_000);

it('an abort without a worker is recorded, and takes effect when there is one', async () => {
  const here = place();
  const session = freshName('later');
  const running = await waitingRun(here, session);
  running.kill('SIGKILL');
  await running.finished;
  const recorded = await here.run(['abort', session]);
  expect([recorded.exitCode, recorded.stdout]).toEqual([
    0,
    expect.stringMatching(/^Recorded; it takes effect when a worker is up: no worker is polling /),
  ]);
  const unheard = await here.run(['steer', session, 'Faster.']);
  expect([unheard.exitCode, unheard.stderr]).toEqual([1, expect.stringMatching(/^No worker is polling [^\n]*\n$/)]);

  const resumed = await here.run(['resume', session, 'agent.ts']);
  expect([resumed.exitCode, resumed.stdout]).toEqual([1, expect.stringMatching(/✗ aborted\n/)]);
}, 120_000);

it('messages of other processes are queued once per key, and a closed session takes none', async () => {
  const here = place();
  const session = freshName('say');
  const running = await waitingRun(here, session);
  const queued = await here.run(['prompt', session, 'Next.', '--key', 'k', '--json']);
  const again = await here.run(['prompt', session, 'Next.', '--key', 'k', '--json']);
  const followed = await here.run(['follow-up', session, '-'], { stdin: 'Then.' });
  const steered = await here.run(['steer', session, 'Now.', '--interrupt']);

  expect([queued.stdout, again.stdout]).toEqual(
    Array(2).fill(`{"v":1,"session":"${session}","run":2,"ahead":0,"key":"k"}\n`),
  );
  expect([steered.exitCode, steered.stdout]).toEqual([
    0,
    expect.stringMatching(/^Queued for run 1; its key is [0-9a-f-]{36}\n$/),
  ]);
  expect([followed.exitCode, (await running.finished).exitCode]).toEqual([0, 0]);
  const resumed = await here.run(['resume', session]);
  expect([resumed.exitCode, resumed.stdout]).toEqual([0, expect.stringMatching(/^run 2\n/)]);

  const worker = here.start(['worker', 'agent.ts']);
  await worker.shows('Worker ready for ');
  expect((await here.run(['close', session])).stdout).toBe(`Session ${session} is closed.\n`);
  worker.kill('SIGTERM');
  for (const args of [
    ['prompt', session, 'x'],
    ['close', session],
    ['abort', session, '--run', '1'],
  ]) {
    const refused = await here.run(args);
    expect([refused.exitCode, refused.stderr]).toEqual([2, `Session "${session}" is closed; start another one.\n`]);
  }
  expect((await here.run(['resume', session])).stderr).toMatch(/^Session "\S+" is closed \(completed\): /);
  await worker.finished;
}, 120_000);

it('a turn is ended by hand: its session recovers it, and the run ends with an error', async () => {
  const here = place();
  const session = freshName('stuck');
  const running = await waitingRun(here, session);
  const ended = await here.run(['end-turn', session, '--reason', 'hangs', '--json']);
  expect([ended.exitCode, JSON.parse(ended.stdout)]).toEqual([
    0,
    { v: 1, session, outcome: 'ended', turn: 1, run: 1, ended: 'error' },
  ]);
  expect((await running.finished).exitCode).toBe(1);
  const again = await here.run(['end-turn', session, '--yes']);
  expect(again).toEqual({ exitCode: 2, stdout: '', stderr: `No turn of session "${session}" is running.\n` });
});

it('a session is removed after asking, with its turns; what stays is said', async () => {
  const here = place();
  const session = freshName('gone');
  controlAgent(here, calls(`call('pay', { amount: 1 })`));
  const running = here.start(['run', 'agent.ts', 'Go.', '--session', session]);
  await running.shows('pay waits for approval');
  running.kill('SIGKILL');
  await running.finished;

  const unsure = await here.run(['rm', session]);
  expect([unsure.exitCode, unsure.stderr]).toEqual([
    2,
    `Deleting cannot be undone: write turnkeeper rm ${session} --yes.\n`,
  ]);
  const removed = await here.run(['rm', session, '--yes']);
  expect([removed.exitCode, removed.stderr, removed.stdout]).toEqual([
    0,
    '',
    expect.stringMatching(/^Session \S+ is deleted: 2 executions with [^\n]*\nNot deleted: its transcript entries /),
  ]);
  expect((await here.run(['show', session])).stderr).toMatch(/^There is no session /);
});
