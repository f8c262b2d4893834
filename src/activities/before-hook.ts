/**
 * Asks the agent's before hook about one call. It fails closed: a throw, a time-out or an answer that makes no sense
 * blocks the call.
 */
import { cancellationSignal } from '@temporalio/activity';
import type { JsonObject } from '../core/json.ts';
import type { AssistantMessage, Message, ToolCall } from '../core/messages.ts';
import type { TurnRef } from '../core/identity.ts';
import type { HookCall } from '../agent/index.ts';
import { boundedHook, thrownText } from './bounded-hook.ts';
import type { ActivityDeps } from './deps.ts';

/** The messages that hooks of a batch may ask for, read once. */
export interface BatchMessages {
  readonly assistant: AssistantMessage;
  messages(): Promise<readonly Message[]>;
}

/** What the hook makes of a call: undefined lets it pass. */
export type HookAnswer =
  | { readonly kind: 'blocked'; readonly reason: string; readonly terminate: boolean }
  | { readonly kind: 'approval'; readonly reason?: string; readonly expiresAfter?: number };

export async function askBeforeHook({ agent }: ActivityDeps, asked: HookCall): Promise<HookAnswer | undefined> {
  const { beforeToolCall } = agent;
  if (beforeToolCall === undefined) return undefined;
  try {
    const bound = { name: 'beforeToolCall', ms: agent.policy.hookTimeout, parent: cancellationSignal() };
    const answer = await boundedHook((signal) => beforeToolCall(asked, signal), bound);
    if (answer?.block === true) {
      // A reason of another type than its own must not cost the rest of the batch its answer.
      const given: unknown = answer.reason;
      const reason = typeof given === 'string' && given !== '' ? given : 'Tool execution was blocked';
      return { kind: 'blocked', reason, terminate: answer.terminate === true };
    }
    return answer?.approval === undefined ? undefined : { ...answer.approval, kind: 'approval' };
  } catch (error) {
    return { kind: 'blocked', reason: thrownText(error), terminate: false };
  }
}

/** What both hooks are told of a call; arguments are frozen, so that what is judged is what runs. */
export function hookCall(
  ref: TurnRef,
  batch: BatchMessages,
  call: { readonly index: number; readonly block: ToolCall; readonly args: JsonObject },
): HookCall {
  return {
    session: ref.session,
    turn: ref.turn,
    index: call.index,
    assistantMessage: batch.assistant,
    toolCall: call.block,
    args: deepFreeze(structuredClone(call.args)),
    messages: () => batch.messages(),
  };
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}
