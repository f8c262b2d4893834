/**
 * Beats while a step runs, so that a lost worker is noticed, and cancellation arrives even where the server does not
 * push it. What beats say may be recorded, past the after hook: a number, unless the caller knows that more is allowed.
 */
import { Context } from '@temporalio/activity';
import { limits } from '../core/limits.ts';

export interface Beats {
  /** Beats at once. */
  now(): void;
  /** Beats as soon as the last beat is some time ago: there is something to tell. */
  soon(): void;
}

/**
 * Runs `body` with a heartbeat every second; stops with it. `body` may beat in between.
 * @param told what the next beat says. Default: its number
 */
export async function whileBeating<T>(
  body: (beats: Beats) => Promise<T>,
  told: (beats: number) => unknown = (beats) => beats,
): Promise<T> {
  const context = Context.current();
  let beats = 0;
  let last = performance.now();
  let next: NodeJS.Timeout | undefined;
  const now = (): void => {
    clearTimeout(next);
    next = undefined;
    last = performance.now();
    context.heartbeat(told(++beats));
  };
  const soon = (): void => {
    next ??= setTimeout(now, Math.max(0, last + limits.progressBeat - performance.now()));
  };
  const timer = setInterval(now, limits.heartbeatInterval);
  try {
    return await body({ now, soon });
  } finally {
    clearInterval(timer);
    clearTimeout(next);
  }
}
