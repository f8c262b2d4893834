/** `turnkeeper watch` without a terminal: what it begins with, when it ends, and that it is exact with --json. */
import { expect, it } from 'vitest';
import { freshName } from '../engine.ts';
import { notingAgent, place } from './cli.ts';

const twice = `scripted([
  { content: [{ type: 'toolCall', id: '1', name: 'note', arguments: { text: 'one' } }] },
  'Noted.',
  'Again.',
])`;

it('watch follows over runs until the session ends, and prints exactly what the record has', async () => {
  const here = place();
  const session = freshName('watched');
  here.file('agent.ts', notingAgent(freshName('agent'), twice));
  expect((await here.run(['run', 'agent.ts', 'First.', '--session', session])).exitCode).toBe(0);

  const [all, last] = [['--all', '--json'], []].map((more) => here.start(['watch', session, ...more]));
  await all?.shows('agent_end');
  await last?.shows('look again');
  const worker = here.start(['worker', 'agent.ts']);
  await here.run(['prompt', session, 'Second.']);
  await here.run(['close', session]);

  const [exact, lines] = await Promise.all([all?.finished, last?.finished]);
  const shown = await here.run(['show', session, '--json']);
  const settled = (exact?.stdout ?? '').split('\n').filter((line) => !line.includes('_update"'));
  worker.kill('SIGTERM');
  await worker.finished;
  expect([exact?.exitCode, lines?.exitCode]).toEqual([0, 0]);
  expect(settled).toEqual(shown.stdout.split('\n').slice(1));
  expect(lines?.stdout).toMatch(/^turn 1\n> First\.\n[^]*Noted\.\n[^]*\nrun 2\nturn 3\n> Second\.\nAgain\.\n/);
  expect(lines?.stderr).toContain(`Session ${session} has ended (completed).`);
});

it('without --all it begins with the last run', async () => {
  const here = place();
  const session = freshName('watched');
  here.file('agent.ts', notingAgent(freshName('agent'), twice));
  await here.run(['run', 'agent.ts', 'First.', '--session', session]);
  await here.run(['run', 'agent.ts', 'Second.', '--session', session]);
  const watching = here.start(['watch', session]);
  await watching.shows('look again');
  watching.kill('SIGINT');
  const { exitCode, stdout, stderr } = await watching.finished;
  expect([exitCode, stdout.split('\n').slice(0, 4)]).toEqual([130, ['run 2', 'turn 3', '> Second.', 'Again.']]);
  expect(stderr).toContain(`The session goes on. Watch it again: npx turnkeeper watch ${session}`);
});
