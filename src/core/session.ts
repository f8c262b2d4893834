/**
 * One session as data: how it is started, what it carries from turn to turn and through continue-as-new.
 * Shapes only; the rules stand in `session-rules.ts`.
 */
import type { Said } from './control.ts';
import type { AgentPolicy } from './manifest.ts';
import type { AssistantMessage, UserMessage } from './messages.ts';

export interface SessionInput {
  readonly agent: string;
  /** `provider/id`, if it overrides the agent's model. */
  readonly model?: string;
  /** Execute exactly this message's calls, then end: the plain durable tool executor. */
  readonly given?: AssistantMessage;
  /** Set by continue-as-new only. */
  readonly carried?: SessionState;
}

/** Why a run ended. */
export type RunEnd = 'answered' | 'terminated' | 'stopped' | 'limit' | 'error' | 'aborted';

/** The message queues of a session. */
export type QueueName = 'prompts' | 'steers' | 'followUps';

export interface ActiveRun {
  readonly run: number;
  readonly turns: number;
  /** How many of its newest turns made the very same calls, and which. */
  readonly same?: { readonly sameness: string; readonly turns: number };
  /** User messages for its next turn. */
  readonly inject: readonly UserMessage[];
  /** Set once somebody ended it; no further request is made. */
  readonly aborted?: Said;
}

/** Plain data, small, carried whole through continue-as-new. */
export interface SessionState {
  readonly head: string | null;
  /** Turns and runs so far; both count from 1 through the whole session. */
  readonly turn: number;
  readonly run: number;
  readonly active?: ActiveRun;
  readonly prompts: readonly UserMessage[];
  readonly steers: readonly UserMessage[];
  readonly followUps: readonly UserMessage[];
  /** The newest update keys with the answers they got, oldest first. */
  readonly answered: readonly AnsweredKey[];
  /** Queued runs that were ended before they began. */
  readonly doomed?: readonly (Said & { readonly run: number })[];
  /** No more prompts; the session ends when it is idle. */
  readonly closing?: true;
  /** What the agent said of itself in the last turn. */
  readonly policy?: AgentPolicy;
}

export interface AnsweredKey {
  readonly key: string;
  readonly answer: QueueAnswer;
}

/** The answer to prompt, steer and followUp: `run` is the run that the message belongs to, as far as is known. */
export interface QueueAnswer {
  readonly run: number;
  /** Messages before it in its queue. */
  readonly ahead: number;
}

/** What a session's workflow returns when it ends by itself. */
export interface SessionOutcome {
  readonly head: string | null;
  readonly turns: number;
}

/** What a session's memo `turnkeeper` says of its last run; written when the run ends. */
export interface RunMemo {
  readonly run: number;
  readonly turn: number;
  readonly ended: RunEnd;
  readonly errorMessage?: string;
}
