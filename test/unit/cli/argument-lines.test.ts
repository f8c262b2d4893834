/** What somebody decides about is shown whole, nothing in it hides, and an edit is shown as what it changes. */
import { expect, it } from 'vitest';
import { argumentLines, diffLines } from '../../../src/cli/render/argument-lines.ts';
import { style } from '../../../src/cli/render/style.ts';

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
  expect(lines.at(-1)).toBe('… cut here: 30,011 bytes in all, sha256 f00d; turnkeeper approvals --json has the whole');
  expect(lines.slice(0, -1).join('\n')).toHaveLength(20_000);
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
