/**
 * Beats while a step runs, so that a lost worker is noticed, and cancellation arrives even where the server does not
 * push it. What beats say may be recorded, past the after hook: a number, unless the caller knows that more is allowed.
 */
import { Context } from '@temporalio/activity';
import { limits } from '../core/limits.ts';

/**
 * Runs `body` with a heartbeat every second; stops with it. `body` may beat in between.
 * @param told what the next beat says. Default: its number
 */
export async function whileBeating<T>(
  body: (beat: () => void) => Promise<T>,
  told: (beats: number) => unknown = (beats) => beats,
): Promise<T> {
  const context = Context.current();
  let beats = 0;
  const beat = (): void => {
    context.heartbeat(told(++beats));
  };
  const timer = setInterval(beat, limits.heartbeatInterval);
  try {
    return await body(beat);
  } finally {
    clearInterval(timer);
  }
}
