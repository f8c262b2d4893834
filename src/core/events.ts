/**
 * What an observer sees. Events are derived from facts, never the reverse; `docs/events.md` has their order.
 */
import type { CallResult } from './calls.ts';
import type { Decision } from './control.ts';
import type { JsonObject } from './json.ts';
import type { Message, ToolResultMessage } from './messages.ts';
import type { RunEnd } from './session.ts';

/** Where and when: `at` is milliseconds since the epoch, of the fact behind the event. */
interface Stamp {
  readonly at: number;
  readonly run: number;
  readonly turn: number;
}

interface CallStamp extends Stamp {
  /** Position of the call in its batch, from 0. With the turn, its identity. */
  readonly index: number;
  readonly toolCallId: string;
  readonly toolName: string;
}

/** Which attempt said it, and its number there: `sequence` counts from 1, on through the attempts. */
interface Said {
  readonly attempt: number;
  readonly sequence: number;
}

/** A partial result. Work that is counted may say `details: { done, total, unit }`: numbers, and the name of the unit. */
export interface ToolProgress extends Said {
  readonly content: CallResult['content'];
  readonly details?: unknown;
}

/** A piece of what the model is saying. `offset` is the number of characters of its kind before it, in its attempt. */
export interface ModelProgress extends Said {
  readonly kind: 'text' | 'thinking';
  readonly text: string;
  readonly offset: number;
}

/** The first update of a later attempt: what earlier attempts said no longer counts. */
interface Reset {
  readonly reset?: true;
}

export type AgentEvent =
  | (Stamp & { readonly type: 'agent_start' })
  | (Stamp & { readonly type: 'turn_start' })
  | (Stamp & { readonly type: 'message_start'; readonly message: Message })
  | (Stamp & { readonly type: 'message_end'; readonly message: Message })
  /** What was left out of the request, or put in, so that the model's server takes it: a sentence each. */
  | (Stamp & { readonly type: 'request_mended'; readonly notes: readonly string[] })
  /** Before the assistant message is a fact, and so before its `message_start`. Best effort, outside history. */
  | (Stamp & { readonly type: 'message_update'; readonly update: ModelProgress & Reset })
  /** With the model's own arguments; also for calls that are refused. */
  | (CallStamp & { readonly type: 'tool_execution_start'; readonly args: JsonObject })
  | (CallStamp & { readonly type: 'tool_execution_update'; readonly partial: ToolProgress & Reset })
  /** In completion order. `durationMs` is absent for calls that never ran or whose worker was lost. */
  | (CallStamp & {
      readonly type: 'tool_execution_end';
      readonly result: CallResult;
      readonly isError: boolean;
      readonly durationMs?: number;
    })
  /** A call waits for a decision about exactly these arguments. `expiresAt` is milliseconds since the epoch. */
  | (CallStamp & {
      readonly type: 'approval_requested';
      readonly approvalId: string;
      readonly args: JsonObject;
      readonly argsHash: string;
      readonly reason?: string;
      readonly expiresAt: number;
    })
  | (CallStamp & { readonly type: 'approval_decided'; readonly approvalId: string; readonly decision: Decision })
  | (Stamp & {
      readonly type: 'turn_end';
      readonly message: Message;
      readonly toolResults: readonly ToolResultMessage[];
    })
  | (Stamp & { readonly type: 'agent_end'; readonly ended: RunEnd; readonly errorMessage?: string });

/** An event and its place in the stream. Following from a cursor goes on with the event after it; it is opaque. */
export interface FollowedEvent {
  readonly event: AgentEvent;
  readonly cursor: string;
}
