/** Control of what is not there, or cannot be meant: one sentence, exit code 2, nothing half started. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { place } from './cli.ts';

it.each([
  ['abort', ['abort', 'nobody-here']],
  ['steer', ['steer', 'nobody-here', 'x']],
  ['close', ['close', 'nobody-here']],
  ['resume', ['resume', 'nobody-here']],
  ['end-turn', ['end-turn', 'nobody-here', '--yes']],
  ['rm', ['rm', 'nobody-here', '--yes']],
  ['approvals', ['approvals', '--session', 'nobody-here']],
])('%s says that there is no such session', async (_command, args) => {
  const { exitCode, stdout, stderr } = await place().run(args);
  expect([exitCode, stdout, stderr]).toEqual([
    2,
    '',
    'There is no session "nobody-here"; see whether the id and the home are right (the folder, or TURNKEEPER_HOME).\n',
  ]);
});

it.each([
  ['a session id that is none', ['abort', 'a/b'], /^"a\/b" is no session id: /],
  ['a run that is none', ['abort', 's', '--run', '0'], /^Option '--run <n>' argument '0' is invalid\. It is no whole /],
  ['a call that is none', ['abort', 's', '--call', '1'], /^--call "1" names no call: write TURN\.INDEX, /],
  ['a run and a call', ['abort', 's', '--run', '1', '--call', '1.0'], /^--run and --call exclude each other: /],
  ['an approval id that is none', ['approve', 's/call-0'], /^"s\/call-0" is no approval id: /],
  [
    'arguments that are no JSON',
    ['approve', 's/0123456789/turn-1/call-0', '--args', '{'],
    /^--args cannot be used, they /,
  ],
  [
    'arguments that are no object',
    ['approve', 's/0123456789/turn-1/call-0', '--args', '[1]'],
    /they are no JSON object/,
  ],
  [
    'a denial without a reason',
    ['deny', 's/0123456789/turn-1/call-0'],
    /^Required option '--reason <text>' not specified/,
  ],
  ['a denial with an empty reason', ['deny', 's/0123456789/turn-1/call-0', '--reason', ' '], /^The reason is empty: /],
  ['a text that is empty', ['steer', 's', ''], /^There is no text: write turnkeeper steer s /],
] as const)('%s is told in one sentence, before anything is started', async (_what, args, sentence) => {
  const here = place();
  const { exitCode, stdout, stderr } = await here.run(args);
  expect([exitCode, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^[^\n]+\n$/)]);
  expect(stderr.trimEnd()).toMatch(sentence);
  expect(existsSync(join(here.folder, 'home'))).toBe(false);
});

it('an approval that nobody knows is told', async () => {
  const id = 'nobody-here/0123456789/turn-1/call-0';
  const { exitCode, stderr } = await place().run(['approve', id]);
  expect([exitCode, stderr]).toEqual([2, `Nothing waits under "${id}"; "turnkeeper approvals" lists what does.\n`]);
});
