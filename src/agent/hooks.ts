/**
 * The agent's hooks: code of the user that judges or changes what tools do. Contracts only; `activities/` calls them.
 */
import type { CallResult } from '../core/calls.ts';
import type { JsonObject } from '../core/json.ts';
import type { AssistantMessage, Message, ToolCall, ToolResultMessage } from '../core/messages.ts';
import type { ToolResult } from './tool.ts';

/** The call that a hook is asked about. */
export interface HookCall {
  readonly session: string;
  readonly turn: number;
  readonly index: number;
  readonly assistantMessage: AssistantMessage;
  /** As the model sent it. */
  readonly toolCall: ToolCall;
  /** Validated arguments, frozen: exactly what will run, or ran. */
  readonly args: JsonObject;
  /** The transcript up to and including the assistant message. */
  messages(): Promise<readonly Message[]>;
}

export interface BeforeToolCallResult {
  readonly block?: boolean;
  /** What the model reads. Default: `Tool execution was blocked`. */
  readonly reason?: string;
  /** Somebody must decide first; `expiresAfter` in milliseconds, default the tool's. `block` wins over it. */
  readonly approval?: { readonly reason?: string; readonly expiresAfter?: number };
  /** With `block`: this result asks to end the run after the batch. */
  readonly terminate?: boolean;
}

/** May run more than once for a call; the recorded answer counts. A throw or a time-out blocks the call. */
export type BeforeToolCall = (
  call: HookCall,
  signal: AbortSignal,
) => Promise<BeforeToolCallResult | undefined> | BeforeToolCallResult | undefined;

/** Fields that are given replace the result's own, one by one and in full. */
export interface AfterToolCallResult {
  readonly content?: ToolResult['content'];
  readonly details?: unknown;
  readonly isError?: boolean;
  readonly terminate?: boolean;
  readonly usage?: CallResult['usage'];
}

/** Runs right after `execute`, before anything is recorded; not for calls that never ran. A throw is an error result. */
export type AfterToolCall = (
  call: HookCall & { readonly result: ToolResult; readonly isError: boolean },
  signal: AbortSignal,
) => Promise<AfterToolCallResult | undefined> | AfterToolCallResult | undefined;

/**
 * What the model is shown: gets the conversation, newest message last, and answers the messages of the request. Runs with
 * every request, on a copy; the transcript stays as it is. What would be refused by a server (a call without its result,
 * a result without its call) is left out of its answer, and said so. May run more than once for a turn.
 * A throw or a time-out fails the request: it is tried again, unless an `ApplicationFailure` says otherwise; an answer
 * that is no list of messages fails it for good. `signal` aborts when the hook's time is over or the run is aborted.
 */
export type TransformContext = (
  messages: Message[],
  signal: AbortSignal,
) => Promise<readonly Message[]> | readonly Message[];

export interface FinishedTurn {
  readonly session: string;
  readonly turn: number;
  readonly message: AssistantMessage;
  readonly toolResults: readonly ToolResultMessage[];
  messages(): Promise<readonly Message[]>;
}

/** True ends the run after this turn, before any queued message is looked at. A throw stops nothing. */
export type ShouldStopAfterTurn = (turn: FinishedTurn) => Promise<boolean> | boolean;

/** A call that waits for a decision, as somebody who may decide is told of it. JSON through and through. */
export interface WaitingApproval {
  /** For `approve` and `deny`. */
  readonly id: string;
  readonly session: string;
  readonly turn: number;
  readonly index: number;
  readonly tool: string;
  /** Validated arguments, frozen: exactly what would run. */
  readonly args: JsonObject;
  readonly argsHash: string;
  readonly reason?: string;
  /** Milliseconds since the epoch; from then on the call counts as denied. */
  readonly expiresAt: number;
}

/**
 * Tells somebody that a call waits; decides nothing. It is retried for about an hour while it throws or takes longer
 * than the hook time, until the call waits no more: so it may tell the same call more than once. A failure is logged and
 * changes nothing of the run. `signal` aborts when its time is over or the call waits no more.
 */
export type OnApproval = (approval: WaitingApproval, signal: AbortSignal) => Promise<void> | void;
