/**
 * Writes to the store although the store may be away: tried again while the engine waits for the call, which beats
 * meanwhile. What was written is never written in part.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import { StoreError } from '../store/index.ts';

const FIRST_WAIT = 100;
const LONGEST_WAIT = 2_000;

/**
 * @param write idempotent; what it answers is handed on
 * @throws what `write` threw last, when the activity's time is over; at once if the store says that an object is damaged
 */
export async function untilWritten<T>(write: () => Promise<T>): Promise<T> {
  const { currentAttemptScheduledTimestampMs, startToCloseTimeoutMs } = Context.current().info;
  const end = currentAttemptScheduledTimestampMs + startToCloseTimeoutMs;
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    try {
      return await write();
    } catch (error) {
      if (error instanceof StoreError || Date.now() + wait > end) throw error;
      await delay(wait);
    }
  }
}
