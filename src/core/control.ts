/**
 * What an operator may say to a running session or turn: shapes of signals and of decisions. Every one carries an id,
 * chosen by the sender, by which its effect is recognised later. Shapes only.
 */
import type { JsonObject } from './json.ts';

/** Who says it, and why. `by` is a name that the sender gives, such as a role. */
export interface Said {
  readonly id: string;
  readonly by: string;
  readonly reason?: string;
}

/** To a session: end a run. Without `run`, the one that is active when the signal is handled. */
export interface AbortInput extends Said {
  readonly run?: number;
}

/** To a turn: end one call; its siblings go on. */
export interface CancelCallInput extends Said {
  readonly index: number;
}

/** To a turn: decide about a call that waits. `args` replaces the arguments; they are validated again. */
export interface DecideInput extends Said {
  readonly index: number;
  /** Of the arguments that were shown. With it a decision counts that is handled before its call begins to wait. */
  readonly argsHash?: string;
  readonly approve: 'yes' | 'no';
  readonly args?: JsonObject;
  /** When it was said, by the sender's clock, in milliseconds since the epoch: tells a late one that was taken up later still. */
  readonly at?: number;
}

/** Why a call waits, and until when. */
export interface ApprovalRequest {
  readonly reason?: string;
  /** Milliseconds from the request until it counts as denied. */
  readonly expiresAfter: number;
}

/** The first call that waits, as the turn's memo names it. Times in milliseconds since the epoch. */
export interface WaitingCall {
  readonly index: number;
  readonly tool: string;
  readonly since: number;
  readonly expiresAt: number;
}

/** How waiting ended. */
export type Decision =
  | (Said & { readonly kind: 'approved'; readonly args?: JsonObject })
  | (Said & { readonly kind: 'denied' })
  | { readonly kind: 'expired' }
  /** The run was aborted or the call was cancelled while it waited. */
  | { readonly kind: 'withdrawn' };
