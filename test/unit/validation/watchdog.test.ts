/** Work is cut off by what it computes, not by what else the machine does. */
import { expect, it } from 'vitest';
import { runWithin } from '../../../src/agent/validation/watchdog.ts';

const cell = new Int32Array(new SharedArrayBuffer(4));
/** Holds the thread without computing, as a busy machine does. */
const starve = (): unknown => Atomics.wait(cell, 0, 0, 60_000);

it('work that was starved of its time is begun again (B77)', () => {
  const work = (attempt: number): string => {
    if (attempt === 1) starve();
    return 'through';
  };
  expect(runWithin(50, work)).toEqual({ kind: 'done', value: 'through', attempts: 2 });
});

it('work that is starved for good is given up', () => {
  let attempts = 0;
  const watched = runWithin(20, () => {
    attempts += 1;
    starve();
  });
  expect([watched, attempts]).toEqual([{ kind: 'timedOut' }, 3]);
});

it('work that computes on and on is given up as soon as it has had its time (B77)', () => {
  const begun = process.threadCpuUsage();
  const watched = runWithin(100, () => {
    for (;;);
  });
  const { user, system } = process.threadCpuUsage(begun);
  expect(watched).toEqual({ kind: 'timedOut' });
  // At worst two attempts were starved of half of their time each.
  expect((user + system) / 1_000).toBeLessThan(600);
});

it('passes the errors of the work on, but for one: the stack is full', () => {
  const failing = (): never => {
    throw new TypeError('of the work');
  };
  const sinking = (): number => sinking() + 1;
  expect(() => runWithin(50, failing)).toThrow('of the work');
  expect(runWithin(1_000, sinking)).toEqual({ kind: 'overflowed' });
});
