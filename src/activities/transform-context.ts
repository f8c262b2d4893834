/**
 * Asks the agent's context hook what the model shall see of a conversation. The hook works on a copy: what is stored,
 * and kept in memory, is never changed by it.
 */
import { ApplicationFailure } from '@temporalio/common';
import { failureCodes } from '../core/errors.ts';
import type { Message, ToolResultMessage } from '../core/messages.ts';
import { isUserMessage } from '../core/user-message.ts';
import type { Agent } from '../agent/index.ts';
import { boundedHook, hookFailure } from './bounded-hook.ts';
import { readAnswer } from './read-answer.ts';
import { isContent } from './tool-result.ts';

/**
 * @param signal aborts the hook; ends with its reason then
 * @throws ApplicationFailure `HookFailed`: retryable for a throw or a time-out, unless the hook throws an
 *   ApplicationFailure that says otherwise; not retryable for an answer that is no list of messages
 */
export async function transformedContext(
  { transformContext, policy }: Agent,
  messages: readonly Message[],
  signal: AbortSignal,
): Promise<readonly Message[]> {
  if (transformContext === undefined) return messages;
  const bound = { name: 'it', ms: policy.hookTimeout, parent: signal };
  const copy = structuredClone([...messages]);
  const answer = await boundedHook((hookSignal) => transformContext(copy, hookSignal), bound).catch(
    (error: unknown) => {
      if (signal.aborted) throw error;
      throw hookFailure(error, 'transformContext failed: ');
    },
  );
  return readMessages(answer);
}

function readMessages(answer: unknown): readonly Message[] {
  if (!Array.isArray(answer)) throw senseless(answer === null ? 'null' : `a value of type ${typeof answer}`);
  return answer.map((message: unknown, at) => {
    const read = readMessage(message);
    if (typeof read === 'string') throw senseless(`a list whose message ${String(at)} is none: ${read}`);
    return read;
  });
}

/** The message, or what is wrong with it. */
function readMessage(message: unknown): Message | string {
  if (typeof message !== 'object' || message === null || !('role' in message)) return 'it has no role';
  switch (message.role) {
    case 'user':
      return isUserMessage(message) ? message : 'a user message has content and a timestamp';
    case 'assistant': {
      const read = readAnswer(message);
      return read.kind === 'message' ? read.message : read.problem;
    }
    case 'toolResult':
      return isResult(message) ? message : 'a result has toolCallId, toolName, content, isError and a timestamp';
    default:
      return 'its role is not user, assistant or toolResult';
  }
}

function isResult(message: object): message is ToolResultMessage {
  const { toolCallId, toolName, content, isError, timestamp } = message as Readonly<Record<string, unknown>>;
  const named = typeof toolCallId === 'string' && typeof toolName === 'string';
  return (
    named &&
    typeof isError === 'boolean' &&
    typeof timestamp === 'number' &&
    Array.isArray(content) &&
    isContent(content)
  );
}

function senseless(what: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(`transformContext answered ${what}.`, failureCodes.hookFailed);
}
