/** What a signal from anywhere says, if it says anything. */
import { expect, it } from 'vitest';
import { limits } from '../../../src/core/limits.ts';
import { readAbort, readCancelCall, readDecision } from '../../../src/core/read-signals.ts';

const decision = { id: 'd', by: 'operator', index: 0, approve: 'yes' };
const strange = [undefined, null, 5, 'text', [], true];

it('a decision that is one is taken as it is, without what nobody reads', () => {
  const whole = { ...decision, reason: 'fine', argsHash: 'h', args: { n: 1 }, at: 7 };
  expect(readDecision({ ...whole, more: 'x' })).toEqual(whole);
});

it.each([
  ...strange,
  { ...decision, approve: 'maybe' },
  { ...decision, index: -1 },
  { ...decision, index: 1.5 },
  { ...decision, by: undefined },
  { ...decision, by: 'x'.repeat(limits.saidName + 1) },
  { ...decision, reason: 'x'.repeat(limits.saidReason + 1) },
  { ...decision, reason: {} },
  { ...decision, argsHash: 'x'.repeat(limits.saidName + 1) },
  { ...decision, args: [] },
  { ...decision, args: 'text' },
  { ...decision, args: { note: 'x'.repeat(limits.editedArgs) } },
])('a decision that cannot be recorded as it is decides nothing (%#)', (value) => {
  expect(readDecision(value)).toBeUndefined();
});

it('an abort that names no run means the one under way; one that names something else means none', () => {
  expect(strange.map(readAbort)).toEqual(strange.map(() => ({})));
  expect([{ run: 2 }, { run: 'x' }, { run: NaN }].map(readAbort)).toEqual([{ run: 2 }, undefined, undefined]);
});

it('the call to be cancelled is named by its index', () => {
  expect([...strange, { index: 'a' }].map(readCancelCall).filter((index) => index !== undefined)).toEqual([]);
  expect(readCancelCall({ index: 3 })).toBe(3);
});
