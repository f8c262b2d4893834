/**
 * What a session's client is made of and what its callers may choose. Shapes only.
 */
import type { Client } from '@temporalio/client';
import type { Store } from '../core/store.ts';
import type { FollowDeps } from './follow.ts';
import type { Outbox } from './outbox.ts';

export interface SessionOptions {
  /** The agent that a new session gets. */
  readonly agent?: string;
  /** `provider/id` for a new session, instead of the agent's model. */
  readonly model?: string;
  /**
   * Milliseconds without a run or a message after which a new session closes by itself; waiting for a decision is part
   * of a run. Default: the agent's `limits.idleExpiry`, else never. A session that exists keeps its own.
   */
  readonly idleExpiry?: number;
}

export interface SendOptions {
  /** The same key is accepted once and gets the same answer. Default: a fresh one. */
  readonly key?: string;
  /** Milliseconds to wait for a worker. Default: 10,000. */
  readonly deadline?: number;
  /** Steering only: cancels the running calls of the batch, so that the message is delivered at once. */
  readonly interrupt?: true;
}

export interface SessionDeps extends SessionOptions {
  readonly client: Client;
  readonly store: Store;
  readonly id: string;
  readonly following: FollowDeps;
  readonly outbox: Outbox;
  /** Aborts when the client is closed: nothing is followed any more. */
  readonly closed: AbortSignal;
}
