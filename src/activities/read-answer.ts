/**
 * Reads what a model adapter answered: a message of the right shape, or a sentence that says what is wrong with it. What
 * goes on from here may be trusted in shape; in nothing else.
 */
import type { AssistantMessage, StopReason } from '../core/messages.ts';
import { noUsage } from '../core/failures.ts';

export type ReadAnswer =
  | { readonly kind: 'message'; readonly message: AssistantMessage }
  | { readonly kind: 'unfit'; readonly problem: string };

const stopReasons: readonly StopReason[] = ['stop', 'length', 'toolUse', 'error', 'aborted'];

/** Texts and numbers that are missing are filled in; blocks and the stop reason must be what they say. Never throws. */
export function readAnswer(answer: unknown): ReadAnswer {
  if (!isObject(answer)) return unfit('it is not an object');
  if (answer['role'] !== undefined && answer['role'] !== 'assistant') return unfit('its role is not "assistant"');
  const { content, stopReason } = answer;
  if (!Array.isArray(content)) return unfit('its content is not a list of blocks');
  if (!stopReasons.some((reason) => reason === stopReason)) return unfit(`its stop reason is ${String(stopReason)}`);
  const wrong = content.findIndex((block) => !isBlock(block));
  if (wrong >= 0) return unfit(`its block ${String(wrong)} is no text, thinking or tool call`);
  const message = {
    api: 'unknown',
    provider: 'unknown',
    model: 'unknown',
    usage: noUsage,
    timestamp: Date.now(),
    ...given(answer),
    role: 'assistant',
    content: content.map(readCall),
  };
  return { kind: 'message', message: message as unknown as AssistantMessage };
}

function unfit(problem: string): ReadAnswer {
  return { kind: 'unfit', problem };
}

/** Members that are null or undefined count as missing. */
function given(answer: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== undefined && value !== null));
}

function isBlock(block: unknown): boolean {
  if (!isObject(block)) return false;
  switch (block['type']) {
    case 'text':
      return typeof block['text'] === 'string';
    case 'thinking':
      return typeof block['thinking'] === 'string';
    case 'toolCall':
      return typeof block['name'] === 'string' && (block['id'] === undefined || typeof block['id'] === 'string');
    default:
      return false;
  }
}

/** A call whose arguments are no object never executes: it keeps `{}` and says why. */
function readCall(block: unknown): unknown {
  if (!isObject(block) || block['type'] !== 'toolCall') return block;
  const { id = '', arguments: args, argumentsError: problem, argumentsBytes: _ours, ...rest } = block;
  if (problem !== undefined && problem !== null)
    return {
      ...rest,
      id,
      arguments: {},
      argumentsError: typeof problem === 'string' ? problem : JSON.stringify(problem),
    };
  if (args === undefined || args === null) return { ...rest, id, arguments: {} };
  if (isObject(args) && !Array.isArray(args)) return { ...rest, id, arguments: args };
  return { ...rest, id, arguments: {}, argumentsError: 'The arguments are not a JSON object.' };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
