/**
 * Builders for the model tests: a request, one question to a played server, and what comes of it as plain values.
 */
import { piModel, type PiModelOptions } from '../../../src/activities/models/pi.ts';
import type { AssistantMessage, Message, ToolCall } from '../../../src/core/messages.ts';
import type { ModelRequest, OfferedTool } from '../../../src/core/model.ts';
import { modelServer, type PlayedAnswer } from './openai-server.ts';

export const key = 'sk-test-0123456789abcdef';

export const user: Message = { role: 'user', content: 'Go on.', timestamp: 1 };

export function tool(name: string, required: readonly string[] = []): OfferedTool {
  return { name, description: `Does ${name}.`, parameters: { type: 'object', properties: {}, required } };
}

export function request(part: Partial<ModelRequest> = {}): ModelRequest {
  const signal = new AbortController().signal;
  return { systemPrompt: 'Be brief.', messages: [user], tools: [tool('read'), tool('write')], signal, ...part };
}

/** A call as the message shows it. */
export function call(id: string, name: string, args: ToolCall['arguments']): ToolCall {
  return { type: 'toolCall', id, name, arguments: args };
}

/** One event of the stream as OpenAI-compatible servers frame it. */
export function sse(...chunks: readonly unknown[]): string {
  return chunks.map((chunk) => `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`).join('');
}

/** A chunk with one delta. */
export function delta(value: object, finish: string | null = null): object {
  return {
    id: 'chat_1',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: value, finish_reason: finish }],
  };
}

/** A chunk with pieces of tool calls, each in short form. */
export function pieces(...given: readonly Piece[]): object {
  return delta({
    tool_calls: given.map(({ name, args, ...rest }) => ({
      ...rest,
      function: { ...(name === undefined ? {} : { name }), ...(args === undefined ? {} : { arguments: args }) },
    })),
  });
}

export interface Piece {
  readonly index?: number;
  readonly id?: string;
  readonly type?: string;
  readonly name?: string | null;
  readonly args?: unknown;
}

export interface Asked {
  /** The message's content, reason and error, or the failure's members. */
  readonly result: unknown;
  /** How many HTTP requests were made. */
  readonly sent: number;
}

/** Asks a server of its own once. */
export async function ask(
  answer: PlayedAnswer,
  part: Partial<ModelRequest> = {},
  spec = 'openai/test',
): Promise<Asked> {
  await using server = await modelServer(answer);
  const result = await outcomeOf(piModel(spec, serverOptions(server.url)).respond(request(part)));
  return { result, sent: server.requests.length };
}

/** Like {@link ask} for a stream of these chunks. */
export async function stream(...chunks: readonly (string | Uint8Array)[]): Promise<unknown> {
  return (await ask({ chunks })).result;
}

export function serverOptions(url: string): PiModelOptions {
  return {
    env: { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: key, ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key },
  };
}

export async function outcomeOf(answered: Promise<AssistantMessage>): Promise<unknown> {
  try {
    const { content, stopReason, errorMessage, rawStopReason } = await answered;
    return {
      content,
      stopReason,
      ...(errorMessage === undefined ? {} : { errorMessage }),
      ...(rawStopReason === undefined ? {} : { rawStopReason }),
    };
  } catch (error) {
    return failureOf(error);
  }
}

/** A failure's members, its message included. */
export function failureOf(error: unknown): unknown {
  return error instanceof Error ? { ...Object.fromEntries(Object.entries(error)), message: error.message } : error;
}

/** What a broken stream comes to. */
export function broken(problem: string): object {
  return { name: 'ModelFailure', retryable: true, message: `Model openai/test: The answer broke off: ${problem}.` };
}
