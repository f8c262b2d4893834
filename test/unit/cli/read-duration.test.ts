/** Times on the command line. */
import { expect, it } from 'vitest';
import { readDuration } from '../../../src/cli/read-duration.ts';

it.each([
  ['90s', 90_000],
  ['30m', 1_800_000],
  ['30 min', 1_800_000],
  ['2h', 7_200_000],
  ['1.5d', 129_600_000],
])('%s is %d ms', (text, ms) => {
  expect(readDuration('--x', text)).toBe(ms);
});

it.each(['', '5', 'h', '-1h', '0s', '2 weeks', '1e3s', '99999999d', '1h30m'])('"%s" is refused', (text) => {
  expect(() => readDuration('--x', text)).toThrow(`--x "${text}" is no time`);
});
