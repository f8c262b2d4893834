/**
 * pi-ai's message as ours: arguments are read again, strictly, from the text as sent. Nothing that is not a JSON object
 * may ever become arguments, and nothing that pi-ai repaired or salvaged either.
 */
import type * as Pi from '@earendil-works/pi-ai';
import type { JsonObject } from '../../core/json.ts';
import type { AssistantMessage, StopReason, ToolCall, Usage } from '../../core/messages.ts';
import type { OfferedTool } from '../../core/model.ts';
import { isObject } from './fault.ts';
import type { StreamOutcome } from './stream-filter.ts';

export interface AnswerOptions {
  /** The argument text of each call as pi-ai streamed it, by its place in the content. */
  readonly deltas: ReadonlyMap<number, string>;
  /** The argument texts as the filter read them, in call order; an empty one is unknown. They win. */
  readonly texts: readonly string[];
  readonly outcome: StreamOutcome | undefined;
  readonly tools: readonly OfferedTool[];
}

/** Copies the known members only. `message` is finished and is no failed request. */
export function toAnswer(message: Pi.AssistantMessage, options: AnswerOptions): AssistantMessage {
  const { outcome } = options;
  const ids = [...(outcome?.callIds ?? [])];
  const texts = [...options.texts];
  const content = message.content.map((block, at) => {
    if (block.type !== 'toolCall') return { ...block };
    const id = ids.shift() ?? block.id;
    return readCall({ ...block, id }, texts.shift() || options.deltas.get(at), options.tools);
  });
  const errorMessage = outcome === undefined ? message.errorMessage : outcome.errorMessage;
  const rawStopReason = outcome === undefined ? message.rawStopReason : outcome.rawStopReason;
  return {
    role: 'assistant',
    content,
    api: message.api,
    provider: message.provider,
    model: message.model,
    usage: readUsage(message.usage),
    stopReason: outcome?.stopReason ?? stopReason(message),
    ...(errorMessage === undefined ? {} : { errorMessage }),
    ...(rawStopReason === undefined ? {} : { rawStopReason }),
    ...(message.responseId === undefined ? {} : { responseId: message.responseId }),
    timestamp: message.timestamp,
  };
}

/** Where no filter read the end: the calls decide between `stop` and `toolUse`. */
function stopReason(message: Pi.AssistantMessage): StopReason {
  if (message.stopReason === 'length' || message.stopReason === 'aborted') return message.stopReason;
  if (message.stopReason !== 'stop' && message.stopReason !== 'toolUse') return 'error';
  return message.content.some((block) => block.type === 'toolCall') ? 'toolUse' : 'stop';
}

function readCall(call: ToolCall, text: string | undefined, tools: readonly OfferedTool[]): ToolCall {
  if (text === undefined || text.trim() === '')
    return call.argumentsError === undefined ? call : { ...call, arguments: {} };
  const { argumentsError: _, ...rest } = call;
  if (text.trim() === 'null' && requiresNothing(tools.find(({ name }) => name === call.name))) {
    return { ...rest, arguments: {} };
  }
  const read = readArguments(text);
  return 'problem' in read
    ? { ...rest, arguments: {}, argumentsError: `${read.problem}\n\nReceived arguments:\n${text}` }
    : { ...rest, arguments: read.value };
}

/** Strict JSON, an object, finite numbers. */
function readArguments(text: string): { readonly value: JsonObject } | { readonly problem: string } {
  try {
    const value: unknown = JSON.parse(text, (_key, member: unknown) => {
      if (typeof member === 'number' && !Number.isFinite(member)) throw new Error('A number is out of range');
      return member;
    });
    return isObject(value) ? { value: value as JsonObject } : { problem: 'Tool arguments must be a JSON object' };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The text `null` means "no arguments" to a tool that asks for none; to every other it is not an object. */
function requiresNothing(tool: OfferedTool | undefined): boolean {
  const required = tool?.parameters['required'];
  return tool !== undefined && (!Array.isArray(required) || required.length === 0);
}

/** Counts that a server left out or sent as something else are 0. */
function readUsage(usage: Pi.Usage): Usage {
  const count = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
  const { cost } = usage;
  return {
    input: count(usage.input),
    output: count(usage.output),
    cacheRead: count(usage.cacheRead),
    cacheWrite: count(usage.cacheWrite),
    totalTokens: count(usage.totalTokens),
    cost: {
      input: count(cost.input),
      output: count(cost.output),
      cacheRead: count(cost.cacheRead),
      cacheWrite: count(cost.cacheWrite),
      total: count(cost.total),
    },
  };
}
