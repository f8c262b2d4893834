/** What waits, from other processes: taken back, watched until it is decided, told when its session closes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshName } from '../engine.ts';
import { place } from './cli.ts';
import { calls, controlAgent } from './control.ts';

it('a queued message is taken back by the key that was printed, and what no run has seen is told at the close', async () => {
  const here = place();
  const session = freshName('back');
  controlAgent(here, calls(`call('wait')`));
  const worker = here.start(['worker', 'agent.ts']);
  await worker.shows('Worker ready for ');
  const running = here.start(['run', 'agent.ts', 'Go.', '--session', session]);
  await running.shows('turn 1');
  const queued = await here.run(['prompt', session, 'Next.']);
  const key = /its key is (\S+)\n$/.exec(queued.stdout)?.[1] ?? '';
  const back = await here.run(['unqueue', session, key]);
  const late = await here.run(['abort', session, '--run', '9']);
  const unknown = await here.run(['unqueue', session, 'nothing', '--json']);
  writeFileSync(join(here.folder, 'go'), '');
  expect((await running.finished).exitCode).toBe(0);
  const steered = await here.run(['steer', session, 'Faster.', '--key', 'fast']);
  const closed = await here.run(['close', session]);
  const shown = await here.run(['show', session]);
  worker.kill('SIGTERM');

  expect(back).toEqual({ exitCode: 0, stdout: 'Taken back; no run sees it.\n', stderr: '' });
  expect([late.exitCode, late.stderr]).toEqual([2, `Session "${session}" has no run 9: its last one is 2.\n`]);
  expect([unknown.exitCode, JSON.parse(unknown.stdout)]).toEqual([
    1,
    { v: 1, session, key: 'nothing', outcome: 'unknown' },
  ]);
  expect(steered.stdout).toBe('Queued for run 3; its key is fast\n');
  const undelivered = 'Never delivered: 1 message\n  steer fast: Faster.\n';
  expect(closed.stdout).toBe(`Session ${session} is closed.\n${undelivered}`);
  expect(shown.stdout).toContain(undelivered);
  expect(shown.stdout).toContain('its prompt was taken back before it began');
  await worker.finished;
}, 120_000);

it('approvals --watch prints each call when it begins to wait, once, and what became of it, until Ctrl-C', async () => {
  const here = place();
  const session = freshName('watch');
  controlAgent(here, calls(`call('pay', { amount: 1 })`, `call('pay', { amount: 2 })`));
  const unknown = await here.run(['approvals', '--watch', '--session', session, '--json']);
  const running = here.start(['run', 'agent.ts', 'Go.', '--session', session]);
  await running.shows('/call-1 --reason TEXT');
  const watch = here.start(['approvals', '--watch', '--session', session]);
  const json = here.start(['approvals', '--watch', '--session', session, '--json']);
  await Promise.all([watch.shows('call-1 --reason'), json.shows('call-1"')]);
  const [, id = ''] = /approve (\S+call-0)/.exec((await here.run(['approvals', '--session', session])).stdout) ?? [];
  await here.run(['deny', id, '--reason', 'too much', '--as', 'auditor']);
  await Promise.all([watch.shows('denied by auditor'), json.shows('"denied"')]);
  running.kill('SIGINT');
  await Promise.all([watch.shows('pay withdrawn, not executed'), json.shows('"withdrawn"')]);
  await running.finished;
  watch.kill('SIGINT');
  json.kill('SIGINT');

  expect(unknown.exitCode).toBe(2);
  const [shown, told] = await Promise.all([watch.finished, json.finished]);
  expect([shown.exitCode, told.exitCode, shown.stdout.match(/^\? pay/gm)?.length]).toEqual([0, 0, 2]);
  expect(shown.stdout).toContain(`pay denied by auditor (too much): ${id}\n`);
  const states = told.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { state: string; decision?: object });
  expect(states.map(({ state }) => state)).toEqual(['pending', 'pending', 'settled', 'settled']);
  expect(states[2]).toMatchObject({ id, session, decision: { kind: 'denied', by: 'auditor', reason: 'too much' } });
}, 120_000);

it('a session is given an idle time when it starts, closes by it, and a prompt is told so', async () => {
  const here = place();
  const session = freshName('idle');
  controlAgent(here, calls(`call('pay', { amount: 1 })`).replace(/\[\{ content[^]*?\] \}, /, '['));
  const bad = await here.run(['run', 'agent.ts', 'Go.', '--idle-expiry', 'soon']);
  expect([bad.exitCode, bad.stderr]).toEqual([2, expect.stringMatching(/^--idle-expiry "soon" is no time: write /)]);

  const worker = here.start(['worker', 'agent.ts']);
  await worker.shows('Worker ready for ');
  expect((await here.run(['run', 'agent.ts', 'Go.', '--session', session, '--idle-expiry', '1s'])).exitCode).toBe(0);
  let shown = '';
  while (!shown.includes('idle for too long')) shown = (await here.run(['show', session])).stdout;
  const refused = await here.run(['prompt', session, 'More.']);
  worker.kill('SIGTERM');

  expect(shown).toMatch(/completed \d{4}-\S+ \S+, idle for too long\n/);
  expect([refused.exitCode, refused.stderr]).toEqual([2, `Session "${session}" is closed; start another one.\n`]);
  await worker.finished;
}, 120_000);
