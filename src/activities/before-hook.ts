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
import type { HookAnswer } from './read-hook-answer.ts';
import { readHookAnswer } from './read-hook-answer.ts';
import { isShutdown } from './tool-signal.ts';

/** The messages that hooks of a batch may ask for, read once. */
export interface BatchMessages {
  readonly assistant: AssistantMessage;
  messages(): Promise<readonly Message[]>;
}

/** @throws the engine's reason if the worker goes down: that blocks nothing, the next worker asks again */
export async function askBeforeHook(
  { agent }: ActivityDeps,
  asked: HookCall,
): Promise<HookAnswer | { readonly kind: 'stopped' } | undefined> {
  const { beforeToolCall } = agent;
  if (beforeToolCall === undefined) return undefined;
  const engine = cancellationSignal();
  try {
    const bound = { name: 'beforeToolCall', ms: agent.policy.hookTimeout, parent: engine };
    const answer = await boundedHook((signal) => beforeToolCall(asked, signal), bound);
    return readHookAnswer(answer);
  } catch (error) {
    if (isShutdown(engine.reason)) throw engine.reason;
    return engine.aborted ? { kind: 'stopped' } : { kind: 'blocked', reason: thrownText(error), terminate: false };
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

/** The value itself, frozen with everything in it. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}
