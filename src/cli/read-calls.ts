/**
 * Reads tool calls as people and programs write them: an assistant message, or a list of calls in pi's block form or
 * in the short form `{ name, arguments }`. What cannot be read is refused with its place; nothing is guessed.
 */
import { givenMessage } from '../core/given-message.ts';
import type { JsonObject } from '../core/json.ts';
import type { AssistantMessage, ToolCall } from '../core/messages.ts';
import { UsageError } from './usage-error.ts';

/** @param source how the text is named in messages @param now milliseconds since the epoch @throws UsageError */
export function readCalls(
  text: string,
  { source, now }: { readonly source: string; readonly now: number },
): AssistantMessage | readonly ToolCall[] {
  const value = parse(text, source);
  if (Array.isArray(value)) {
    if (value.length === 0)
      throw new UsageError(`${source} holds an empty list: write at least one { "name", "arguments" }.`);
    return value.map((item: unknown, index) => call(item, `${source}: call ${index + 1}`, index));
  }
  if (!isObject(value) || value['role'] !== 'assistant' || !Array.isArray(value['content'])) {
    throw new UsageError(
      `${source} is neither a list of calls nor an assistant message: write [{ "name": "…", "arguments": {…} }].`,
    );
  }
  let calls = 0;
  const content = value['content'].map((block: unknown) => {
    if (!isObject(block) || typeof block['type'] !== 'string') {
      throw new UsageError(
        `${source}: a content block has no type: write { "type": "toolCall", "name": "…", "arguments": {…} }.`,
      );
    }
    return block['type'] === 'toolCall' ? call(block, `${source}: call ${++calls}`, calls - 1) : block;
  });
  if (calls === 0) throw new UsageError(`${source}: the message has no toolCall block: there is nothing to execute.`);
  return {
    ...givenMessage([], now),
    ...value,
    role: 'assistant',
    content: content as AssistantMessage['content'],
  };
}

function parse(text: string, source: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, '')) as unknown;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${source} is not JSON (${why}): correct it.`, { cause: error });
  }
}

function call(value: unknown, where: string, index: number): ToolCall {
  if (!isObject(value)) throw new UsageError(`${where} is not an object: write { "name": "…", "arguments": {…} }.`);
  const { type = 'toolCall', id = `call_${index + 1}`, name, arguments: args = {} } = value;
  if (type !== 'toolCall')
    throw new UsageError(`${where} has the type ${JSON.stringify(type)}: leave it out or write "toolCall".`);
  if (typeof name !== 'string') throw new UsageError(`${where} has no name: add "name": "…", the name of a tool.`);
  if (typeof id !== 'string') throw new UsageError(`${where} has an id that is no text: leave it out or write a text.`);
  if (!isObject(args)) throw new UsageError(`${where} has arguments that are no object: write "arguments": {…}.`);
  return { ...(value as Partial<ToolCall>), type: 'toolCall', id, name, arguments: args as JsonObject };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
