import { describe, expect, it } from 'vitest';
import { Lanes } from '../../../src/workflows/lanes.ts';

/** Tasks of these weights, which run until they are let go; `running` names those that do. */
function tasks(lanes: Lanes, weights: readonly number[]) {
  const ends = weights.map(() => Promise.withResolvers<void>());
  const running = new Set<number>();
  const all = weights.map((weight, index) =>
    lanes.run(weight, async () => {
      running.add(index);
      await ends[index]?.promise;
      running.delete(index);
    }),
  );
  return { running, end: async (index: number) => (ends[index]?.resolve(), await all[index]), all };
}

describe('lanes', () => {
  it('run as many as may be at once, and start the others in the order in which they came', async () => {
    const { running, end } = tasks(new Lanes({ count: 2, weight: 100 }), [1, 1, 1, 1]);
    await Promise.resolve();
    expect([...running]).toEqual([0, 1]);
    await end(1);
    await Promise.resolve();
    expect([...running]).toEqual([0, 2]);
  });

  it('never run more than the weight together; a small one does not pass a large one that waits', async () => {
    const { running, end } = tasks(new Lanes({ count: 9, weight: 10 }), [6, 6, 1]);
    await Promise.resolve();
    expect([...running]).toEqual([0]);
    await end(0);
    await Promise.resolve();
    expect([...running]).toEqual([1, 2]);
  });

  it('run what is heavier than all may be alone', async () => {
    const { running, end } = tasks(new Lanes({ count: 9, weight: 10 }), [50, 1]);
    await Promise.resolve();
    expect([...running]).toEqual([0]);
    await end(0);
    await Promise.resolve();
    expect([...running]).toEqual([1]);
  });

  it('free their place when a task fails', async () => {
    const lanes = new Lanes({ count: 1, weight: 1 });
    await expect(lanes.run(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await lanes.run(1, () => Promise.resolve('next'))).toBe('next');
  });
});
