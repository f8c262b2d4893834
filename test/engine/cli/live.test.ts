/** What a person sees on a terminal while a run goes on, and what is left there when it is over. */
import { beforeEach, expect, it } from 'vitest';
import { freshName } from '../engine.ts';
import { place } from './cli.ts';
import { copies, go, liveAgent } from './live-agent.ts';
import { needTmux, openTerminal } from './terminal.ts';

beforeEach(needTmux);

/** Times and spinners are as they come. */
function masked(text: string): string {
  return text.replace(/\d+(\.\d+)? m?s\b/g, 'TIME').replace(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/g, '*');
}

/** What stands below the log. */
function below(text: string, lines: number): readonly string[] {
  return masked(text).split('\n').slice(-lines);
}

it('calls show how far they are while they run, and leave a log without a trace of it', async () => {
  const here = place();
  const session = freshName('live');
  liveAgent(here, [copies('half of it'), `call('fail')`]);
  const terminal = await openTerminal(here, ['run', 'agent.ts', 'Copy.', '--session', session]);

  const live = await terminal.until((text) => text.includes('half of it') && text.includes('1 of 2 calls done'));
  const coloured = await terminal.until(() => true, 'coloured');
  go(here);
  const log = await terminal.ended();

  expect(below(live, 4)).toEqual([
    '✗ fail #2 [Failed] TIME  {}',
    '    the pen is dry',
    '* copy #1  TIME  [█████░░░░░] 50 % 600/1,200 rows  half of it',
    'turn 1 · 1 of 2 calls done · TIME',
  ]);
  expect(coloured).toMatch(/\u001b\[31m[^\n]*✗/);
  expect(masked(log).replace(/^.*\n/, '')).toBe(
    [
      'turn 1',
      '> Copy.',
      '✗ fail #2 [Failed] TIME  {}',
      '    the pen is dry',
      '✓ copy #1 TIME  {"says":"half of it"}',
      `    ${'a'.repeat(30)}`,
      `    ${'b'.repeat(30)}`,
      `    ${'c'.repeat(30)}`,
      '    … 2 more lines',
      '',
      'turn 2',
      'Over.',
      '',
      `session ${session} · 2 turns · 2 calls · TIME`,
      `look again: npx turnkeeper show ${session}`,
      'exit code 0',
    ].join('\n'),
  );
});

it('--full shows all of a result', async () => {
  const here = place();
  liveAgent(here, [copies('half')]);
  go(here);
  const terminal = await openTerminal(here, ['run', 'agent.ts', 'Copy.', '--full']);
  const log = await terminal.ended();
  expect(log).toContain(`${'c'.repeat(30)}\n    ${'d'.repeat(30)}\n    ${'e'.repeat(30)}\n\nturn 2`);
});

it('a call that waits is asked about below the log, and a decision from elsewhere takes the question away', async () => {
  const here = place();
  const session = freshName('live');
  liveAgent(here, [`call('pay', { amount: 5 })`, copies('half')]);
  const terminal = await openTerminal(here, ['run', 'agent.ts', 'Pay.', '--session', session]);
  const asked = await terminal.shows('s = leave it waiting >');
  const id = /turnkeeper approve (\S+)/.exec(asked)?.[1] ?? '';

  await here.run(['approve', id, '--as', 'auditor']);
  const decided = await terminal.until((text) => text.includes('paid 5') && text.includes('half'));
  go(here);
  const log = await terminal.ended();

  expect(below(decided, 2)).toEqual([
    '* copy #2  TIME  [█████░░░░░] 50 % 600/1,200 rows  half',
    'turn 1 · 1 of 2 calls done · TIME',
  ]);
  expect(log).not.toContain('leave it waiting');
  expect(masked(log)).toContain('--reason TEXT\n  pay: approved by auditor\n✓ pay #1 TIME  {"amount":5}\n    paid 5\n');
});

it('what is printed while a question is open goes above it, also where it takes two rows', async () => {
  const here = place();
  liveAgent(here, [`call('pay', { amount: 5 })`, copies('half')]);
  const terminal = await openTerminal(here, ['run', 'agent.ts', 'Pay.'], { columns: 50 });
  await terminal.shows('e it waiting >');
  go(here);
  const shown = await terminal.until((text) => /… 2 more lines\n[^]*e it waiting >$/.test(text));
  expect(masked(shown)).toMatch(
    / --reason TEXT\n✓ copy #2 TIME {2}\{"says":"half"\}\n {4}a+\n {4}b+\n {4}c+\n {4}… 2 more lines\npay #1: y = [^\n]+\n[^\n]* waiting >$/,
  );
  await terminal.press('y', 'Enter');
  expect(masked(await terminal.ended())).toContain(
    ' waiting > y\n  pay: approved by operator\n✓ pay #1 TIME  {"amount":5}\n    paid 5\n',
  );
});

it('Ctrl-C aborts, and the log tells each call that was; with NO_COLOR, nothing of it has a colour', async () => {
  const here = place();
  liveAgent(here, [copies('one'), copies('two')]);
  const terminal = await openTerminal(here, ['run', 'agent.ts', 'Copy.'], { env: { NO_COLOR: '1' } });
  await terminal.until((text) => text.includes('  one') && text.includes('  two'));
  await terminal.press('C-c');
  const log = await terminal.ended();
  const coloured = await terminal.until(() => true, 'coloured');
  expect(log.match(/^✗ copy #[12] \[Aborted\]/gm)?.length).toBe(2);
  expect(log).toMatch(/\n✗ aborted\n[^]*exit code 1$/);
  expect(coloured).toBe(log);
  expect(log).not.toContain('█');
});

it('twelve calls in a window of ten rows leave out what has no room, and spoil no line of the log', async () => {
  const here = place();
  liveAgent(
    here,
    Array.from({ length: 12 }, (_, index) => copies(`part ${index + 1}`)),
  );
  const terminal = await openTerminal(here, ['run', 'agent.ts', 'Copy.'], { rows: 10 });
  const live = await terminal.until((text) => text.split('50 %').length === 8 && text.includes('5 more under way'));
  go(here);
  const log = await terminal.ended();

  expect(below(live, 9)).toEqual([
    ...Array.from(
      { length: 7 },
      (_, index) => `* copy #${index + 1}  TIME  [█████░░░░░] 50 % 600/1,200 rows  part ${index + 1}`,
    ),
    '  … 5 more under way',
    'turn 1 · 0 of 12 calls done · TIME',
  ]);
  expect(log.match(/^✓ copy #\d+ /gm)?.length).toBe(12);
  expect(log).not.toMatch(/█|under way|calls done/);
});

it('in 40 columns, wide and hostile characters stay in their line', async () => {
  const here = place();
  liveAgent(here, [copies('漢字'.repeat(40)), copies('\u001b[2J\u202e👩‍👩‍👧'.repeat(9))]);
  const terminal = await openTerminal(here, ['run', 'agent.ts', 'Copy.'], { columns: 40 });
  const live = await terminal.until((text) => text.includes('copy #2') && text.split('50 %').length === 3);
  go(here);
  const log = await terminal.ended();

  const [first = '', second = '', turn = ''] = below(live, 3);
  expect([first, second, turn]).toEqual([
    expect.stringMatching(/^\* copy #1 {2}TIME {2}\[█████░░░░░\] 50 %.*…$/),
    expect.stringMatching(/^\* copy #2 {2}TIME {2}\[█████░░░░░\] 50 %.*…$/),
    'turn 1 · 0 of 2 calls done · TIME',
  ]);
  expect(log).not.toContain('█');
  expect(log).toMatch(/^✓ copy #1 .* \{"says":"漢.*…$/m);
  expect(log).toContain('{"says":"\\u001b[');
});

it('it is drawn anew on a resize, and nothing of it is left in the log', async () => {
  const here = place();
  liveAgent(here, [copies('one'), copies('two')]);
  const terminal = await openTerminal(here, ['run', 'agent.ts', 'Copy.']);
  await terminal.until((text) => text.includes('  one') && text.includes('  two'));
  // Half of each line has to go to a next one, and comes back.
  await terminal.resize(40, 20);
  await terminal.until((text) => /copy #2 .*…$/m.test(text));
  await terminal.resize(100, 30);
  const wide = await terminal.until((text) => text.includes('  two'));
  go(here);
  const log = await terminal.ended();

  expect(below(wide, 4)).toEqual([
    '> Copy.',
    '* copy #1  TIME  [█████░░░░░] 50 % 600/1,200 rows  one',
    '* copy #2  TIME  [█████░░░░░] 50 % 600/1,200 rows  two',
    'turn 1 · 0 of 2 calls done · TIME',
  ]);
  expect(log).not.toMatch(/█|calls done/);
});

it('watch shows the same from another process, and goes when told, unnoticed', async () => {
  const here = place();
  const session = freshName('live');
  liveAgent(here, [copies('half of it'), `call('fail')`]);
  const running = here.start(['run', 'agent.ts', 'Copy.', '--session', session]);
  await running.shows('half of it');

  const terminal = await openTerminal(here, ['watch', session]);
  const live = await terminal.until((text) => text.includes('50 %') && text.includes('1 of 2 calls done'));
  expect(below(live, 4)).toEqual([
    '✗ fail #2 [Failed] TIME  {}',
    '    the pen is dry',
    '* copy #1  TIME  [█████░░░░░] 50 % 600/1,200 rows  half of it',
    'turn 1 · 1 of 2 calls done · TIME',
  ]);
  await terminal.press('C-c');
  expect(await terminal.ended()).toContain(
    `The session goes on. Watch it again: npx turnkeeper watch ${session}\nexit code 130`,
  );
  go(here);
  expect((await running.finished).exitCode).toBe(0);
});
