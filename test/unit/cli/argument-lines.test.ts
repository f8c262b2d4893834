/** What somebody decides about is shown whole, nothing in it hides, and an edit is shown as what it changes. */
import { expect, it } from 'vitest';
import { argumentLines, diffLines } from '../../../src/cli/render/argument-lines.ts';
import { style } from '../../../src/cli/render/style.ts';
import type { Json } from '../../../src/core/json.ts';

const plain = style('off');

it('shows arguments whole, with control and bidi characters made visible', () => {
  const args = { to: 'ops\u202e\u2066', note: 'a\u001b[2J\r\nb\u0007' };
  expect(argumentLines(args, 'f00')).toEqual([
    '{',
    String.raw`  "to": "ops\u202e\u2066",`,
    String.raw`  "note": "a\u001b[2J\r\nb\u0007"`,
    '}',
  ]);
});

it('marks what is too long to read with its size and its hash', () => {
  const lines = argumentLines({ text: 'x'.repeat(30_000) }, 'f00d');
  expect(lines.at(-1)).toBe('… cut: 30,011 bytes in all, sha256 f00d; turnkeeper approvals --json has the whole');
  expect(lines.join('\n').length).toBeLessThan(20_200);
});

const long = 'x'.repeat(30_000);
const deep = (levels: number): Json => (levels === 0 ? long : [deep(levels - 1)]);
it.each([
  ['text', long],
  ['text that is shown as escapes', '\u202e'.repeat(20_000)],
  ['list', Array.from({ length: 20_000 }, () => 'x')],
  ['list of lists', Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => long.slice(0, 100)))],
  ['deep list', deep(60)],
  ['list of deep lists', Array.from({ length: 200 }, () => deep(60))],
  ['object', Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`k${String(at)}`, at]))],
  ['object with long names', Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${long}${String(at)}`, at]))],
])('a long %s before the command does not hide it (B70)', (_what, purpose) => {
  const lines = argumentLines({ purpose, inner: { purpose, command: 'rm -rf /' }, command: 'rm -rf /data' }, 'f00d');
  expect(lines.filter((line) => /^ +"command": "rm -rf/.test(line))).toHaveLength(2);
  expect(lines.at(-1)).toMatch(/^… cut: /);
  expect(lines.join('\n').length).toBeLessThan(20_200);
});

it('shows an edit line by line, whatever the order of the keys', () => {
  const shown = { host: 'web-1', force: true, paths: ['a', 'b'] };
  expect(diffLines(shown, { paths: ['a', 'c'], host: 'web-1' }, plain)).toEqual([
    '  {',
    '-   "force": true,',
    '    "host": "web-1",',
    '    "paths": [',
    '      "a",',
    '-     "b"',
    '+     "c"',
    '    ]',
    '  }',
  ]);
});

it('shows an edit that changes nothing as no change', () => {
  expect(diffLines({ a: 1, b: 2 }, { b: 2, a: 1 }, plain)).toEqual(['  {', '    "a": 1,', '    "b": 2', '  }']);
});

it('compares large arguments in time, as all old and all new', () => {
  const long = (value: number) => ({ list: Array.from({ length: 5_000 }, () => value) });
  const lines = diffLines(long(1), long(2), plain);
  expect([lines.length, lines[2], lines.at(-3)]).toEqual([10_008, '-     1,', '+     2']);
});
