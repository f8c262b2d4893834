/** Deadlines longer than a timer can wait. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deadlineSignal } from '../../../src/client/deadline.ts';

const day = 86_400_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a deadline of 30 days is over after 30 days, not at once (B65)', () => {
  const { signal } = deadlineSignal(30 * day);
  vi.advanceTimersByTime(30 * day - 1);
  const before = signal.aborted;
  vi.advanceTimersByTime(1);
  expect([before, signal.aborted]).toEqual([false, true]);
});

it('no time is over at once, and one that was ended never is', () => {
  const ended = deadlineSignal(10);
  ended.end();
  vi.advanceTimersByTime(20);
  expect([deadlineSignal(0).signal.aborted, ended.signal.aborted]).toEqual([true, false]);
});

it('it may be over earlier, by another signal', () => {
  const earlier = new AbortController();
  const { signal } = deadlineSignal(day, earlier.signal);
  earlier.abort();
  expect(signal.aborted).toBe(true);
});

it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('%d is no deadline', (milliseconds) => {
  expect(() => deadlineSignal(milliseconds)).toThrow(/A deadline is a number of milliseconds from 0/);
});
