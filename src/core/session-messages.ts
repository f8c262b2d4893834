/**
 * Names and argument types of the messages that a session takes. The workflow defines handlers for them, the client
 * sends them; neither imports the other.
 */
import type { Said } from './control.ts';
import type { UserMessage } from './messages.ts';
import type { QueueName } from './session.ts';

export const workflowTypes = { session: 'agentSession', turn: 'agentTurn' } as const;

/** Updates; each answers at once with a `QueueAnswer`. The same key gets the same answer and is queued once. */
export const sessionUpdates = { prompts: 'promptUpdate', steers: 'steerUpdate', followUps: 'followUpUpdate' } as const;

/** The update that takes back a message that waits; answers at once with a `TakenBack`. */
export const takeBackUpdate = 'takeBackUpdate';

/** Signals: durable at once, even while no worker is up. `wake` says nothing; an idle session looks around, and goes on. */
export const sessionSignals = { abort: 'abortSignal', close: 'closeSignal', wake: 'wakeSignal' } as const;
export const turnSignals = {
  cancelCall: 'cancelCallSignal',
  interrupt: 'interruptSignal',
  decide: 'decideSignal',
} as const;

export interface QueueInput {
  /** Idempotency key, chosen by the sender; at most `limits.keyBytes` as JSON. */
  readonly key: string;
  readonly message: UserMessage;
  /** The agent and the model that the sender means; a session of others refuses the message. */
  readonly agent?: string;
  readonly model?: string;
  /** Steering only: cancels the running calls of the batch, so that it is delivered at once. */
  readonly interrupt?: true;
}

export interface TakeBackInput extends Said {
  /** The key of the message. */
  readonly key: string;
  /** Default: every queue in which this key waits. */
  readonly queue?: QueueName;
}

/**
 * `cancelled`: no run sees it, and never will; also if it was taken back before. `delivered`: too late. `unknown`: no
 * message with this key was accepted, or it was so long ago that the key is forgotten.
 */
export interface TakenBack {
  readonly kind: 'cancelled' | 'delivered' | 'unknown';
}

/** The key of the memo that a session keeps about its last run. */
export const memoKey = 'turnkeeper';

/** The key of the memo in which a turn lists its calls that wait for a decision. */
export const waitingMemoKey = 'waiting';
