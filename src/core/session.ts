/**
 * One session as data: how it is started, what it carries from turn to turn and through continue-as-new.
 * Shapes only; the rules stand in `session-rules.ts`.
 */
import type { AgentPolicy } from './manifest.ts';
import type { AssistantMessage, UserMessage } from './messages.ts';

export interface SessionInput {
  readonly agent: string;
  /** `provider/id`, if it overrides the agent's model. */
  readonly model?: string;
  /** Execute exactly this message's calls, then end: the plain durable tool executor. */
  readonly given?: AssistantMessage;
  /** Milliseconds without a run, a prompt or any other message after which it closes. Default: the agent's, else never. */
  readonly idleExpiry?: number;
  /** Set by continue-as-new only. */
  readonly carried?: SessionState;
  /** The build that the execution before ran on, if it continued in order to leave it. */
  readonly left?: string;
}

/** Why a run ended. `withdrawn`: its prompt was taken back before it began. */
export type RunEnd = 'answered' | 'terminated' | 'stopped' | 'limit' | 'error' | 'aborted' | 'withdrawn';

/** The message queues of a session. */
export type QueueName = 'prompts' | 'steers' | 'followUps';

/** A message that waits, under its sender's key. */
export interface QueuedMessage {
  readonly key: string;
  readonly message: UserMessage;
}

/** The place of a prompt that was taken back: its run's number was told to its sender, and so were those behind it. */
export interface WithdrawnPrompt {
  readonly key: string;
  readonly withdrawn: true;
}

export interface ActiveRun {
  readonly run: number;
  readonly turns: number;
  /** How many of its newest turns made the very same calls, and which. */
  readonly same?: { readonly sameness: string; readonly turns: number };
  /** User messages for its next turn. */
  readonly inject: readonly UserMessage[];
  /** Set once somebody ended it; no further request is made. */
  readonly aborted?: true;
}

/** Plain data, small, carried whole through continue-as-new. */
export interface SessionState {
  readonly head: string | null;
  /** Turns and runs so far; both count from 1 through the whole session. */
  readonly turn: number;
  readonly run: number;
  readonly active?: ActiveRun;
  readonly prompts: readonly (QueuedMessage | WithdrawnPrompt)[];
  readonly steers: readonly QueuedMessage[];
  readonly followUps: readonly QueuedMessage[];
  /** The newest update keys with the answers they got, oldest first. */
  readonly answered: readonly AnsweredKey[];
  /** Numbers of queued runs that were ended before they began; who ended them, and why, stands in the history. */
  readonly doomed?: readonly number[];
  /** No more prompts; the session ends when it is idle. */
  readonly closing?: true;
  /** It was idle for too long, and closes for that reason. */
  readonly expired?: true;
  /** What the agent said of itself in the last turn. */
  readonly policy?: AgentPolicy;
}

export interface AnsweredKey {
  readonly key: string;
  readonly answer: QueueAnswer;
  /** Its message was taken back. */
  readonly withdrawn?: true;
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
  /** It closed because it was idle for too long. */
  readonly expired?: true;
  /** What was accepted and no run ever saw: steers first, each queue in order. Absent if there is none. */
  readonly undelivered?: readonly UndeliveredMessage[];
}

export interface UndeliveredMessage extends QueuedMessage {
  readonly queue: Exclude<QueueName, 'prompts'>;
}

/** What a session's memo `turnkeeper` says of its last run; written when the run ends. */
export interface RunMemo {
  readonly run: number;
  readonly turn: number;
  readonly ended: RunEnd;
  /** When, in milliseconds since the epoch. Absent in records of before. */
  readonly at?: number;
  readonly errorMessage?: string;
}
