/**
 * The facts of a conversation: user, assistant and tool-result messages, in the shape of pi-ai 1.6 so that
 * its adapters and tools fit unchanged. This file holds shapes only; it must never hold rules.
 */
import type { JsonObject } from './json.ts';

/** Plain text. `textSignature` is a provider's opaque mark and goes back byte for byte. */
export interface TextContent {
  readonly type: 'text';
  readonly text: string;
  readonly textSignature?: string;
}

/** An image; `data` is base64. */
export interface ImageContent {
  readonly type: 'image';
  readonly data: string;
  readonly mimeType: string;
}

/** The model's reasoning; goes back byte for byte to the same model. */
export interface ThinkingContent {
  readonly type: 'thinking';
  readonly thinking: string;
  readonly thinkingSignature?: string;
  readonly redacted?: boolean;
}

/**
 * One call block. `id` is the provider's and is data only: it may be empty or repeat.
 * `argumentsError` is set when the text that the model sent was not a valid JSON object; it holds the problem and
 * that text, `arguments` is then `{}` and the call never executes.
 */
export interface ToolCall {
  readonly type: 'toolCall';
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonObject;
  readonly argumentsError?: string;
  /** Set with `argumentsError` if the arguments were left out because of their size, in bytes. */
  readonly argumentsBytes?: number;
  readonly thoughtSignature?: string;
  readonly namespace?: string;
}

/** Tokens and cost (US dollars) of one model request, as the provider reports them. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly totalTokens: number;
  readonly cost: {
    readonly input: number;
    readonly output: number;
    readonly cacheRead: number;
    readonly cacheWrite: number;
    readonly total: number;
  };
}

export interface UserMessage {
  readonly role: 'user';
  readonly content: string | readonly (TextContent | ImageContent)[];
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
}

/** Why the model stopped. `length` means the output was cut: none of its calls is executed. */
export type StopReason = 'stop' | 'length' | 'toolUse' | 'error' | 'aborted';

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: readonly (TextContent | ThinkingContent | ToolCall)[];
  readonly api: string;
  readonly provider: string;
  readonly model: string;
  readonly usage: Usage;
  readonly stopReason: StopReason;
  readonly errorMessage?: string;
  readonly rawStopReason?: string;
  readonly responseId?: string;
  readonly timestamp: number;
}

/** The single result of one call; `details` is for programs, never sent to the model. */
export interface ToolResultMessage {
  readonly role: 'toolResult';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly content: readonly (TextContent | ImageContent)[];
  readonly details?: unknown;
  readonly usage?: Usage;
  readonly addedToolNames?: readonly string[];
  readonly isError: boolean;
  readonly timestamp: number;
}

export type Message = UserMessage | AssistantMessage | ToolResultMessage;
