/**
 * Names and argument types of the messages that a session takes. The workflow defines handlers for them, the client
 * sends them; neither imports the other.
 */
import type { UserMessage } from './messages.ts';

export const workflowTypes = { session: 'agentSession', turn: 'agentTurn' } as const;

/** Updates; each answers at once with a `QueueAnswer`. The same key gets the same answer and is queued once. */
export const sessionUpdates = { prompts: 'promptUpdate', steers: 'steerUpdate', followUps: 'followUpUpdate' } as const;

export interface QueueInput {
  /** Idempotency key, chosen by the sender; at most 200 characters. */
  readonly key: string;
  readonly message: UserMessage;
}

/** The key of the memo that a session keeps about its last run. */
export const memoKey = 'turnkeeper';
