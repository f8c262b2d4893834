/**
 * Runs one synchronous piece of work with a limit on the time that it may hold the thread. It must never be given
 * work with effects: what is cut off stops anywhere, without its `finally` blocks, and what it built is to be dropped.
 *
 * The engine's own script time-out is used, because it is the only one that also ends a regular expression. It counts
 * time that passes; on a machine that is busy with other things most of that may not be ours. So work that was cut off
 * without having had its time is begun again, with more patience.
 */
import { createContext, Script } from 'node:vm';

/** `overflowed`: the work nested deeper than the stack. Any other error of the work is thrown as it is. */
export type Watched<T> =
  | { readonly kind: 'done'; readonly value: T; readonly attempts: number }
  | { readonly kind: 'timedOut' }
  | { readonly kind: 'overflowed' };

const room = createContext({ work: (): void => undefined });
const call = new Script('work()');

/** How much longer than its time a piece of work may take, attempt by attempt, while the machine does other things. */
const patience = [1, 2, 4] as const;

/**
 * Runs `work` and cuts it off once it has computed for `milliseconds`; 0.2 ms of overhead. Works may not be nested.
 * @param work is given the number of the attempt, from 1; what an earlier one left half done is not to be used
 * @throws whatever the work throws, except a stack overflow
 */
export function runWithin<T>(milliseconds: number, work: (attempt: number) => T): Watched<T> {
  for (const [index, factor] of patience.entries()) {
    const begun = cpuUsage();
    const watched = runOnce(milliseconds * factor, () => work(index + 1));
    const { user, system } = cpuUsage(begun);
    if (watched.kind === 'done') return { ...watched, attempts: index + 1 };
    if (watched.kind !== 'timedOut' || (user + system) / 1_000 >= milliseconds / 2) return watched;
  }
  return { kind: 'timedOut' };
}

/** Of this thread; before Node 23.9 of the whole process, which is more. Microseconds. */
const cpuUsage = (since?: NodeJS.CpuUsage): NodeJS.CpuUsage => node.threadCpuUsage?.(since) ?? process.cpuUsage(since);
const node: { readonly threadCpuUsage?: NodeJS.Process['threadCpuUsage'] } = process;

function runOnce<T>(milliseconds: number, work: () => T): Watched<T> {
  return runGuarded(() => {
    let value: T | undefined;
    room['work'] = (): void => {
      value = work();
    };
    try {
      call.runInContext(room, { timeout: milliseconds });
    } finally {
      room['work'] = (): void => undefined;
    }
    return value as T;
  });
}

/** The same without a limit on time, for work whose time is bounded by its size. */
export function runGuarded<T>(work: () => T): Watched<T> {
  try {
    return { kind: 'done', value: work(), attempts: 1 };
  } catch (error) {
    if (error instanceof RangeError) return { kind: 'overflowed' };
    if (isTimeout(error)) return { kind: 'timedOut' };
    throw error;
  }
}

function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
