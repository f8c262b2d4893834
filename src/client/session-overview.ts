/** One session of a list, as far as the server knows it without asking a worker. Shapes only. */
import type { RunMemo } from '../core/session.ts';
import type { RetryingStep } from './retrying-steps.ts';

/**
 * `running`: a turn is under way or about to begin. `waiting`: a call of it waits for a decision. `retrying`: one of its
 * steps failed and is tried again. `stuck`: its workflow tasks keep failing. `idle`: open, and nothing to do. `open`: the
 * server said no more in time. The others have ended: `closed` by somebody, `expired` by its idle time; the rest otherwise.
 */
export type ListedState =
  | 'running'
  | 'waiting'
  | 'retrying'
  | 'stuck'
  | 'idle'
  | 'open'
  | 'closed'
  | 'expired'
  | 'failed'
  | 'terminated'
  | 'timedOut'
  | 'cancelled';

/** A call that waits for a decision; `id` is what `approve` and `deny` take. */
export interface ListedApproval {
  readonly id: string;
  readonly tool: string;
  readonly since: number;
  readonly expiresAt: number;
}

/** Times in milliseconds since the epoch. */
export interface SessionOverview {
  readonly id: string;
  readonly state: ListedState;
  readonly agent?: string;
  readonly model?: string;
  /** Of the session's first execution. */
  readonly startedAt: number;
  readonly closedAt?: number;
  /** When something last happened in it, as far as is known: a start, a step, a heartbeat, a run's end. */
  readonly activeAt: number;
  /** Turns so far, the one under way included. */
  readonly turns: number;
  /** The last run that ended. */
  readonly lastRun?: RunMemo;
  /** Oldest first. Absent if nothing waits. */
  readonly waiting?: readonly ListedApproval[];
  readonly retrying?: readonly RetryingStep[];
  /** Attempts of the workflow task that keeps failing. */
  readonly failing?: number;
  /** It has something to do, and nobody polls its agent's queue. */
  readonly noWorker?: true;
}

export interface SessionsOptions {
  /** `waiting`: those with a call that waits for a decision. `failed`: those that need somebody, see {@link SessionList}. */
  readonly only?: 'waiting' | 'failed';
  /** Only of this agent. */
  readonly agent?: string;
  /** How many at most. Default: 50. */
  readonly limit?: number;
  /** Milliseconds. What the server has not said by then is left out. Default: 10,000. */
  readonly deadline?: number;
  /** Ends the list with what is known so far. */
  readonly signal?: AbortSignal;
}

/**
 * Newest activity first. `failed` are those that are stuck, did not end by themselves, or whose last run ended by an
 * error or a limit and nothing runs since.
 */
export interface SessionList {
  readonly sessions: readonly SessionOverview[];
  /** How many others there are that were asked for. */
  readonly more: number;
  /** There are so many sessions that not all were looked at: `more` is the least. */
  readonly cut?: true;
}
