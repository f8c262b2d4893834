/**
 * Beats while a step runs, so that a lost worker is noticed, and cancellation arrives even where the server does not
 * push it. Beats carry a number only: details would be recorded past the after hook.
 */
import { Context } from '@temporalio/activity';
import { limits } from '../core/limits.ts';

/** Runs `body` with a heartbeat every second; stops with it. */
export async function whileBeating<T>(body: () => Promise<T>): Promise<T> {
  const context = Context.current();
  let beats = 0;
  const beat = (): void => {
    context.heartbeat(++beats);
  };
  const timer = setInterval(beat, limits.heartbeatInterval);
  try {
    return await body();
  } finally {
    clearInterval(timer);
  }
}
