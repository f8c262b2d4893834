/** Messages that are taken back before a run sees them. */
import { expect, it } from 'vitest';
import type { UserMessage } from '../../../src/core/messages.ts';
import { accept, takeBack, undelivered } from '../../../src/core/session-queues.ts';
import { abortRun, emptySession, hasWork, openRun, passWithdrawn } from '../../../src/core/session-rules.ts';
import type { QueueName, SessionState } from '../../../src/core/session.ts';

const say = (text: string): UserMessage => ({ role: 'user', content: text, timestamp: 1 });

/** The message under a key says the key. */
const sent = (state: SessionState, queue: QueueName, ...keys: readonly string[]): SessionState =>
  keys.reduce((before, key) => accept(before, queue, { key, message: say(key) }).state, state);

const taken = (state: SessionState, ...keys: readonly string[]): SessionState =>
  keys.reduce((before, key) => takeBack(before, { key }).state, state);

const answer = (state: SessionState, key: string, queue?: QueueName) =>
  takeBack(state, { key, ...(queue === undefined ? {} : { queue }) }).answer.kind;

it.each(['prompts', 'steers', 'followUps'] as const)(
  'a message of %s that waits is cancelled, once and for all',
  (queue) => {
    const state = sent(emptySession, queue, 'a', 'b');
    const once = takeBack(state, { key: 'a' });
    expect([once.answer.kind, answer(once.state, 'a'), answer(once.state, 'b')]).toEqual(Array(3).fill('cancelled'));
    expect(takeBack(once.state, { key: 'a' }).state).toEqual(once.state);
    expect(once.state[queue].filter((entry) => 'message' in entry)).toEqual([{ key: 'b', message: say('b') }]);
  },
);

it('a message that a run has taken is delivered, and a key that was never sent is unknown', () => {
  const state = openRun(sent(sent(emptySession, 'steers', 's'), 'prompts', 'p', 'q'));
  expect(['p', 's', 'q', 'x'].map((key) => answer(state, key))).toEqual([
    'delivered',
    'delivered',
    'cancelled',
    'unknown',
  ]);
});

it('a key that is taken back stays used: sent again, it gets its old answer and is not queued', () => {
  const state = taken(sent(emptySession, 'steers', 'a'), 'a');
  expect(accept(state, 'steers', { key: 'a', message: say('a') })).toEqual({ state, answer: { run: 1, ahead: 0 } });
});

it('names one queue, or all in which the key waits', () => {
  const state = sent(sent(emptySession, 'steers', 'a'), 'followUps', 'a');
  const one = takeBack(state, { key: 'a', queue: 'steers' }).state;
  expect([one.steers, one.followUps.length]).toEqual([[], 1]);
  expect([answer(one, 'a', 'prompts'), answer(one, 'a', 'steers'), answer(one, 'a')]).toEqual([
    'unknown',
    'cancelled',
    'cancelled',
  ]);
  const all = taken(state, 'a');
  expect([all.steers, all.followUps]).toEqual([[], []]);
});

it('prompts behind one that is taken back keep the numbers of their runs', () => {
  const busy = openRun(sent(emptySession, 'prompts', 'one'));
  const queued = taken(sent(busy, 'prompts', 'two', 'three', 'four'), 'two', 'three');
  const next = accept(queued, 'prompts', { key: 'five', message: say('five') });
  expect(next.answer).toEqual({ run: 5, ahead: 1 });

  const { active: _over, ...idle } = next.state;
  const passed = passWithdrawn(abortRun(idle, { run: 3 }));
  expect(passed).toMatchObject({ ended: [2, 3], state: { run: 3, doomed: [] } });
  expect(openRun(passed.state).active).toMatchObject({ run: 4, inject: [say('four')] });
});

it('a session whose last prompts are taken back has nothing to do once they are passed over', () => {
  const { active: _over, ...idle } = taken(
    sent(openRun(sent(emptySession, 'prompts', 'one')), 'prompts', 'two'),
    'two',
  );
  const passed = passWithdrawn(idle);
  expect([passed.ended, hasWork(passed.state), passed.state.run]).toEqual([[2], false, 2]);
});

it('tells which messages no run has seen', () => {
  const state = taken(sent(sent(emptySession, 'followUps', 'f'), 'steers', 's', 't'), 't');
  expect(undelivered(state)).toEqual([
    { queue: 'steers', key: 's', message: say('s') },
    { queue: 'followUps', key: 'f', message: say('f') },
  ]);
});
