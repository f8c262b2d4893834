/**
 * One turn as data: what it is given, what its steps answer, what it leaves behind. Shapes only.
 */
import type { CallResult, ClearedCall, PendingCall, RefusedCall, Verdict } from './calls.ts';
import type { Decision } from './control.ts';
import type { TurnRef } from './identity.ts';
import type { AgentPolicy, OfferedTools } from './manifest.ts';
import type { AssistantMessage, Message, StopReason, Usage, UserMessage } from './messages.ts';

export interface TurnInput {
  readonly ref: TurnRef;
  readonly agent: string;
  /** The session's model, if it overrides the agent's. */
  readonly model?: string;
  /** The transcript so far. */
  readonly head: string | null;
  /** User messages that come first in this turn: the prompt, steering, follow-ups. */
  readonly messages: readonly UserMessage[];
  /** True in the first turn of a run. */
  readonly opensRun: boolean;
  /** The run was ended before this turn could start: nothing is asked or executed. */
  readonly aborted?: true;
  /** A given assistant message to execute; the model is not asked. */
  readonly given?: AssistantMessage;
  /** Milliseconds: the agent's, as its last turn said. A session's first turn does not know it. */
  readonly heartbeatTimeout?: number;
}

/** What `callModel` and `offerTools` answer; the history's one copy of the assistant message. */
export interface AnsweredTurn {
  readonly message: AssistantMessage;
  /** The transcript including the turn's user messages and `message`. */
  readonly head: string;
  readonly offered: OfferedTools;
  readonly policy: AgentPolicy;
  /** Equal for turns with the same calls, if the agent bounds how often those may follow each other. */
  readonly sameness?: string;
  /** What was left out of the request, or put in, so that a server takes it. Absent: nothing. */
  readonly requestNotes?: readonly string[];
}

/** The input of `callModel` and `offerTools`. */
export interface AskModelInput {
  readonly ref: TurnRef;
  readonly agent: string;
  readonly model?: string;
  readonly head: string | null;
  readonly messages: readonly UserMessage[];
  readonly given?: AssistantMessage;
}

/** The input of `clearCalls`: the calls are read from the transcript at `head`, so that they are recorded once. */
export interface ClearCallsInput {
  readonly ref: TurnRef;
  readonly agent: string;
  readonly head: string;
  readonly offered: OfferedTools;
  readonly indexes: readonly number[];
  /** Bytes that the verdicts may have, if earlier ones of the batch have taken of them. */
  readonly room?: number;
}

export interface ClearedBatch {
  /** Of the first of the asked indexes, in their order: as many as one answer can hold, at least one. */
  readonly verdicts: readonly Verdict[];
}

/** The input of `tool.NAME`. The wrapper trusts none of it before the grant is checked. */
export interface ToolInput {
  readonly ref: TurnRef;
  readonly agent: string;
  readonly head: string;
  readonly toolCallId: string;
  readonly call: ClearedCall;
  /** Which start of the call this is, from 1; more than one only if the earlier ones certainly did nothing. */
  readonly start: number;
  /** Calls of the batch, if there are several: their results share the history of their turn. */
  readonly calls?: number;
}

/** The input of `settleApproval`: the decision is recorded, and becomes a verdict. */
export interface SettleApprovalInput {
  readonly ref: TurnRef;
  readonly agent: string;
  readonly call: PendingCall;
  readonly decision: Decision;
  /** The call was cancelled, or the run aborted, in the moment of the decision: that is recorded, and nothing runs. */
  readonly stopped?: true;
}

/** The input of `announceApproval`: a call has begun to wait. */
export interface AnnounceInput {
  readonly ref: TurnRef;
  readonly call: PendingCall;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface SettledApproval {
  readonly index: number;
  readonly decision: Decision;
  readonly verdict: ClearedCall | RefusedCall;
}

export interface CommitInput {
  readonly prev: string | null;
  readonly messages: readonly Message[];
  /** Others of the same turn follow: the turn is not committed yet. */
  readonly more?: true;
  /** Results among them that no step has recorded: the workflow's own, of calls that were never scheduled. */
  readonly made: readonly MadeResult[];
}

export interface MadeResult {
  readonly index: number;
  readonly result: CallResult;
}

export interface CommittedTurn {
  readonly head: string;
  readonly made: readonly MadeResult[];
  readonly more?: true;
}

/** The input of `recoverCall`: what happened to a call whose worker was lost? */
export interface RecoverInput {
  readonly ref: TurnRef;
  readonly agent: string;
  readonly call: ClearedCall;
  /** Which start of the call was lost, from 1. */
  readonly start: number;
  /** Calls of the batch, if there are several. */
  readonly calls?: number;
  /** Whether its body is known to have started, or may have. */
  readonly started: 'yes' | 'no';
}

/** The call's one result, or the permission to start it again. */
export type RecoveredCall = { readonly kind: 'result'; readonly result: CallResult } | { readonly kind: 'again' };

/** The input of `recoverTurn`: a turn's workflow died; nothing of what it did may be repeated or lost. */
export interface RecoverTurnInput {
  readonly turn: TurnInput;
  /** What the engine said, for people. */
  readonly why: string;
}

export interface RecoveredTurn {
  readonly outcome: TurnOutcome;
  /** The message that stands for an answer that never came. */
  readonly message?: AssistantMessage;
  /** Results that the turn's own history does not have. */
  readonly made: readonly MadeResult[];
}

export interface TurnOutcome {
  readonly head: string | null;
  readonly stopReason: StopReason;
  readonly calls: number;
  /** Every result of the batch asked to end the run. */
  readonly terminate: boolean;
  /** The provider paused the answer: it wants to be asked again. */
  readonly paused?: boolean;
  readonly sameness?: string;
  /** The agent's stop hook asked to end the run. */
  readonly stop: boolean;
  readonly usage: Usage;
  readonly errorMessage?: string;
  /** Absent if the model never answered. */
  readonly policy?: AgentPolicy;
}

/** Free-form data for the stop hook's activity. */
export interface StopInput {
  readonly ref: TurnRef;
  readonly agent: string;
  readonly head: string;
  readonly results: number;
}
