/**
 * An answer of the model in the form in which it can be recorded. Arguments that nobody could record or read are taken
 * out of it: that is an error of one call, which the model is told, and not of the whole answer.
 */
import { limits } from '../core/limits.ts';
import type { AssistantMessage, ToolCall } from '../core/messages.ts';
import { jsonBytes, nestsDeeper, plainJson } from '../core/plain-json.ts';

export type RecordableAnswer =
  | { readonly kind: 'message'; readonly message: AssistantMessage }
  | { readonly kind: 'unfit'; readonly problem: string };

/** `problem` is a sentence: the answer is not JSON, or too large even without the arguments of its calls. */
export function recordableAnswer(answer: AssistantMessage): RecordableAnswer {
  const plain = plainJson(withoutDeepArguments(answer), 'message', 'dates');
  if (plain.kind === 'unfit') return unfit(`The model's message cannot be recorded: ${plain.problem}.`);
  const message = withoutLargeArguments(plain.value as unknown as AssistantMessage, plain.bytes);
  const bytes = jsonBytes(message);
  if (bytes <= limits.payloadBytes) return { kind: 'message', message };
  const size = `${String(bytes)} of ${String(limits.payloadBytes)} bytes`;
  return unfit(`The model's message is too large to be recorded: ${size}.`);
}

function unfit(problem: string): RecordableAnswer {
  return { kind: 'unfit', problem };
}

function withoutDeepArguments(message: AssistantMessage): AssistantMessage {
  const problem = `Arguments must not be nested deeper than ${String(limits.argumentDepth)} levels.`;
  return withCalls(message, (call) =>
    nestsDeeper(call.arguments, limits.argumentDepth) ? { ...call, arguments: {}, argumentsError: problem } : call,
  );
}

/** The largest arguments go first, until the rest fits. */
function withoutLargeArguments(message: AssistantMessage, bytes: number): AssistantMessage {
  if (bytes <= limits.payloadBytes) return message;
  const calls = message.content.filter((block) => block.type === 'toolCall');
  const bySize = calls.map((call) => ({ call, size: sizeOf(call) })).sort((one, other) => other.size - one.size);
  const tooLarge = new Map<ToolCall, number>();
  let left = bytes;
  for (const { call, size } of bySize) {
    if (left <= limits.payloadBytes) break;
    tooLarge.set(call, size);
    left -= size;
  }
  return withCalls(message, (call) => {
    const size = tooLarge.get(call);
    return size === undefined ? call : withoutArguments(call, size);
  });
}

/** What was not a JSON object is kept as the text of its problem. */
function sizeOf({ arguments: args, argumentsError }: ToolCall): number {
  return jsonBytes(args) + (argumentsError === undefined ? 0 : jsonBytes(argumentsError));
}

function withoutArguments(call: ToolCall, bytes: number): ToolCall {
  const argumentsError =
    `These arguments have ${String(bytes)} bytes; the answer was too large to be recorded with them ` +
    `(${String(limits.payloadBytes)} bytes in all). Send less at once.`;
  return { ...call, arguments: {}, argumentsError, argumentsBytes: bytes };
}

function withCalls(message: AssistantMessage, change: (call: ToolCall) => ToolCall): AssistantMessage {
  return { ...message, content: message.content.map((block) => (block.type === 'toolCall' ? change(block) : block)) };
}
