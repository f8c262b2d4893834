/**
 * Waits, for as long as it takes, until a session has something to do, or another build is to go on with it. With an idle time it closes the session when
 * that is over; without one it starts no timer.
 */
import { condition } from '@temporalio/workflow';
import { hasWork } from '../core/session-rules.ts';
import type { SessionInput } from '../core/session.ts';
import { isOutdated } from './roll-over.ts';
import type { LiveSession } from './session-inbox.ts';

/** Every message begins the idle time anew, and so does continue-as-new. */
export async function awaitWork(session: LiveSession, input: SessionInput): Promise<void> {
  const isReady = () => hasWork(session.state) || session.state.closing === true || isOutdated(input);
  const expiry = input.idleExpiry ?? session.state.policy?.idleExpiry;
  if (expiry === undefined) return condition(isReady);
  while (!isReady()) {
    const heard = session.state.answered;
    const inTime = await condition(() => isReady() || session.state.answered !== heard, expiry);
    if (!inTime && !isReady()) session.state = { ...session.state, closing: true, expired: true };
  }
}
