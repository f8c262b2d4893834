/** Makes the message that is executed without a model out of what a caller gives; checked before anything is started. */
import { toolCalls } from '../core/batch-rules.ts';
import { givenMessage } from '../core/given-message.ts';
import { limits } from '../core/limits.ts';
import type { AssistantMessage, ToolCall } from '../core/messages.ts';
import { plainJson } from '../core/plain-json.ts';
import { ClientError } from './client-error.ts';

/**
 * A bare list of calls becomes the message that would have asked for them.
 * @throws ClientError `InvalidInput` if it is neither, has no call, is no JSON, or is too large for one execution
 */
export function checkedCalls(calls: AssistantMessage | readonly ToolCall[]): AssistantMessage {
  const plain = plainJson(calls, 'calls');
  if (plain.kind === 'unfit') throw unfit(`The tool calls are no JSON: ${plain.problem}.`);
  if (plain.bytes > limits.payloadBytes) {
    throw unfit(`The tool calls are too large: ${String(plain.bytes)} of ${String(limits.payloadBytes)} bytes.`);
  }
  const message = Array.isArray(plain.value) ? givenMessage(plain.value as never, Date.now()) : plain.value;
  if (!isAssistantMessage(message)) throw unfit('Give an assistant message, or a list of its tool calls.');
  const blocks = toolCalls(message);
  if (blocks.length === 0) throw unfit('There are no tool calls in the message.');
  const wrong = blocks.findIndex((block) => !isCall(block));
  if (wrong !== -1)
    throw unfit(`Tool call ${String(wrong)} has no text as its id and name, or no object as its arguments.`);
  return message;
}

function isAssistantMessage(value: unknown): value is AssistantMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { role, content } = value as Readonly<Record<string, unknown>>;
  return role === 'assistant' && Array.isArray(content) && content.every((block) => block instanceof Object);
}

/** Looks at what a caller without types may have given. */
function isCall({ id, name, arguments: args }: { readonly [K in keyof ToolCall]: unknown }): boolean {
  return typeof id === 'string' && typeof name === 'string' && args instanceof Object && !Array.isArray(args);
}

function unfit(text: string): ClientError {
  return new ClientError('InvalidInput', text);
}
