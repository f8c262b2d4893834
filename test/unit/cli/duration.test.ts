/** Times are told in the unit that people would choose. */
import { expect, it } from 'vitest';
import { duration } from '../../../src/cli/render/duration.ts';
import { newSessionId } from '../../../src/cli/session-id.ts';
import { isSessionId } from '../../../src/core/identity.ts';

it.each([
  [0, '0 ms'],
  [12.4, '12 ms'],
  [1_440, '1.4 s'],
  [59_949, '59.9 s'],
  [59_960, '1 min'],
  [185_000, '3 min 5 s'],
  [7_800_000, '2 h 10 min'],
  [356_400_000, '4 d 3 h'],
])('%d milliseconds are %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

it('a new session is named after its agent and the time, readably', () => {
  const id = newSessionId('ops', new Date(2026, 11, 1, 14, 30, 5).getTime(), () => 0.5);
  expect([id, isSessionId(id)]).toEqual(['ops-20261201-143005-ssss', true]);
});
