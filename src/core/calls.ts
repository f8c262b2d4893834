/**
 * The life of one call as data: cleared or refused by the gate, then settled by its tool.
 * Shapes only. Past participles name what a step leaves behind.
 */
import type { ApprovalRequest } from './control.ts';
import type { JsonObject } from './json.ts';
import type { ImageContent, TextContent, ToolCall, ToolResultMessage, Usage } from './messages.ts';
import type { ManifestEntry } from './manifest.ts';

/** What a call ends with, whoever made it. `timestamp` is milliseconds since the epoch. */
export interface CallResult {
  readonly content: readonly (TextContent | ImageContent)[];
  readonly details?: unknown;
  readonly isError: boolean;
  readonly terminate?: boolean;
  readonly usage?: Usage;
  readonly addedToolNames?: readonly string[];
  readonly timestamp: number;
}

/** The gate let it pass: exactly these arguments may run, under this grant. */
export interface ClearedCall {
  readonly kind: 'cleared';
  readonly index: number;
  readonly tool: ManifestEntry;
  readonly args: JsonObject;
  readonly argsHash: string;
  /** Who let it pass: `gate`, or the decision about it. */
  readonly decision: string;
  /** Who changed the arguments when approving them; the result says so. */
  readonly editedBy?: string;
  readonly grant: string;
}

/** The gate wants somebody to decide; these arguments are what is decided about. */
export interface PendingCall {
  readonly kind: 'pending';
  readonly index: number;
  readonly tool: ManifestEntry;
  readonly args: JsonObject;
  readonly argsHash: string;
  readonly request: ApprovalRequest;
}

/** The gate refused it; `result` is what the model gets. */
export interface RefusedCall {
  readonly kind: 'refused';
  readonly index: number;
  readonly result: CallResult;
}

export type Verdict = ClearedCall | RefusedCall | PendingCall;

/** The message that a result becomes. */
export function resultMessage(call: ToolCall, result: CallResult): ToolResultMessage {
  return {
    role: 'toolResult',
    toolCallId: call.id,
    toolName: call.name,
    content: result.content,
    ...(result.details === undefined ? {} : { details: result.details }),
    ...(result.usage === undefined ? {} : { usage: result.usage }),
    ...(result.addedToolNames?.length ? { addedToolNames: result.addedToolNames } : {}),
    isError: result.isError,
    timestamp: result.timestamp,
  };
}
