/** What `show` says of a session that does not go on. */
import { expect, it } from 'vitest';
import type { SessionPulse } from '../../../src/client/index.ts';
import { pulseLines, recordedBecause } from '../../../src/cli/render/render-pulse.ts';
import { style } from '../../../src/cli/render/style.ts';

const lines = (pulse: Omit<SessionPulse, 'queue'>) =>
  pulseLines('s', { queue: 'turnkeeper-a', ...pulse }, { style: style('off'), now: seen });
const seen = new Date(2026, 11, 1, 14, 30, 5).getTime();

it('a session that is served and goes on needs no line', () => {
  expect(lines({ worker: { kind: 'polling' }, turn: { turn: 2, retrying: [] } })).toEqual([]);
});

it('a worker that is gone is told with its queue, the time and the command', () => {
  expect(lines({ worker: { kind: 'gone', seen } })).toEqual([
    'no worker is polling turnkeeper-a, no worker since 2026-12-01 14:30:05: turnkeeper resume s',
  ]);
  expect(lines({ worker: { kind: 'gone' } })).toEqual(['no worker is polling turnkeeper-a: turnkeeper resume s']);
});

it('a turn that fails again and again is stuck, with the command that ends it', () => {
  expect(lines({ worker: { kind: 'polling' }, turn: { turn: 3, failing: 7, retrying: [] } })).toEqual([
    "stuck: turn 3 fails again and again (attempt 7); its worker's log says why: turnkeeper end-turn s",
  ]);
});

it('a turn that fails because its code has changed says so (B88)', () => {
  const turn = { turn: 3, failing: 7, nonDeterministic: true, retrying: [] } as const;
  expect(lines({ worker: { kind: 'polling' }, turn })).toEqual([
    "stuck: non-determinism, turn 3 fails again and again (attempt 7); its worker's log says why: turnkeeper end-turn s",
  ]);
});

it('a step that is tried again is told with its reason, the attempt and the time', () => {
  const step = { step: 'callModel', attempt: 3, attempts: 5, failure: '500 \u001b[2J', at: seen + 4_000 };
  const store = { step: 'commitMessages', attempt: 9, failure: 'no space' };
  expect(lines({ worker: { kind: 'polling' }, turn: { turn: 2, retrying: [step, store] } })).toEqual([
    'The model request failed: 500 \\x1b[2J; attempt 3 of 5 in 4.0 s',
    'Waiting for the store (commitMessages): no space; attempt 9 is under way',
  ]);
});

it('what is only recorded says what it waits for', () => {
  const gone = { queue: 'turnkeeper-a', worker: { kind: 'gone' } } as const;
  expect([recordedBecause(gone), recordedBecause(undefined)]).toEqual([
    'it takes effect when a worker is up: no worker is polling turnkeeper-a.',
    'it has not taken effect yet; see turnkeeper show.',
  ]);
});
