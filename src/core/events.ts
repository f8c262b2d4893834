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

/** A partial result. `sequence` counts from 1 within a call, on through its attempts. */
export interface ToolProgress {
  readonly attempt: number;
  readonly sequence: number;
  readonly content: CallResult['content'];
  readonly details?: unknown;
}

export type AgentEvent =
  | (Stamp & { readonly type: 'agent_start' })
  | (Stamp & { readonly type: 'turn_start' })
  | (Stamp & { readonly type: 'message_start'; readonly message: Message })
  | (Stamp & { readonly type: 'message_end'; readonly message: Message })
  /** With the model's own arguments; also for calls that are refused. */
  | (CallStamp & { readonly type: 'tool_execution_start'; readonly args: JsonObject })
  | (CallStamp & { readonly type: 'tool_execution_update'; readonly partial: ToolProgress })
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
