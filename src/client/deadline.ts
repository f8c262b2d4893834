/**
 * Deadlines of any length. Node's timers turn a delay above 2^31-1 ms into 1 ms, and gRPC forgets it; here a longer one
 * is waited for in parts. It must never fire early.
 */
import { limits } from '../core/limits.ts';
import { ClientError } from './client-error.ts';

/** The deadline itself. @throws ClientError `InvalidInput` if it is no number of milliseconds from 0 */
export function checkedDeadline(milliseconds: number): number {
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds;
  throw new ClientError('InvalidInput', `A deadline is a number of milliseconds from 0 (got ${String(milliseconds)}).`);
}

/** A signal that aborts when the time is over; whoever made it ends it. It holds no process. */
export interface DeadlineSignal {
  readonly signal: AbortSignal;
  end(): void;
}

/**
 * @param milliseconds 0 is over at once
 * @param earlier aborts it before
 * @throws ClientError `InvalidInput` if it is no number of milliseconds from 0
 */
export function deadlineSignal(milliseconds: number, earlier?: AbortSignal): DeadlineSignal {
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const wait = (rest: number): void => {
    if (rest <= 0) {
      over.abort();
      return;
    }
    const part = Math.min(rest, limits.longestTime);
    timer = setTimeout(() => wait(rest - part), part).unref();
  };
  wait(checkedDeadline(milliseconds));
  const signal = earlier === undefined ? over.signal : AbortSignal.any([over.signal, earlier]);
  return { signal, end: () => clearTimeout(timer) };
}
