/**
 * The step `callModel`: one request to the model, no retries of its own. Its failure tells the engine whether and when
 * to try again.
 */
import { cancellationSignal, Context, log } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { Agent } from '../agent/index.ts';
import { failureCodes } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import { modelChannel } from '../core/identity.ts';
import type { Message } from '../core/messages.ts';
import type { ModelDelta, ModelFailure, OfferedTool } from '../core/model.ts';
import type { CheckedRequest } from '../core/request-check.ts';
import { checkedRequest } from '../core/request-check.ts';
import { holdsStored } from '../core/stored-result.ts';
import type { AnsweredTurn, AskModelInput } from '../core/turn.ts';
import { answeredTurn } from './answered-turn.ts';
import { thrownText, untilAborted } from './bounded-hook.ts';
import type { ActivityDeps } from './deps.ts';
import type { Beats } from './heartbeat.ts';
import { whileBeating } from './heartbeat.ts';
import { ModelVoice } from './model-voice.ts';
import { selectModel } from './models/select.ts';
import { transformedContext } from './transform-context.ts';

export async function callModel(deps: ActivityDeps, input: AskModelInput): Promise<AnsweredTurn> {
  const { agent, store } = deps;
  const messages = [...(await store.read(input.head)), ...input.messages];
  const cancelled = cancellationSignal();
  const late = new AbortController();
  const timer = setTimeout(() => {
    late.abort(new Error(`The model did not answer: time-out after ${String(limits.modelTimeout / 1000)} s.`));
  }, limits.modelTimeout);
  const signal = AbortSignal.any([cancelled, late.signal]);
  try {
    const model = selectModel(agent.model, input.model);
    const request = { systemPrompt: agent.systemPrompt, tools: offeredFor(agent, messages), signal };
    const asked = { ...request, ...(input.model === undefined ? {} : { model: input.model }) };
    const { answer, notes } = await whileSpeaking(deps, input, async (onDelta) => {
      const checked = await requestMessages(deps, messages, signal);
      const answered = model.respond({ ...asked, messages: checked.messages, onDelta });
      return { answer: await untilAborted(signal, answered), notes: checked.notes };
    });
    const turn = await answeredTurn(deps, input, answer);
    return notes.length === 0 ? turn : { ...turn, requestNotes: notes };
  } catch (error) {
    if (cancelled.aborted) throw cancelled.reason;
    throw asFailure(error);
  } finally {
    clearTimeout(timer);
  }
}

function offeredFor({ manifest }: Agent, messages: readonly Message[]): readonly OfferedTool[] {
  const { offered, reader } = manifest;
  return reader !== undefined && holdsStored(messages) ? [...offered, reader] : offered;
}

/** What the model is shown of a conversation. @throws ApplicationFailure `HookFailed` */
async function requestMessages(
  { agent }: ActivityDeps,
  conversation: readonly Message[],
  signal: AbortSignal,
): Promise<CheckedRequest> {
  const checked = checkedRequest(await transformedContext(agent, conversation, signal), conversation);
  if (checked.notes.length > 0) log.warn(`the request to the model was mended: ${checked.notes.join('; ')}`);
  if (checked.messages.length > 0) return checked;
  const why = ['There is no message to send to the model', ...checked.notes].join('; ');
  throw ApplicationFailure.nonRetryable(`${why}.`, failureCodes.hookFailed);
}

/** Tells what the model says while it answers. */
async function whileSpeaking<T>(
  { progress }: ActivityDeps,
  { ref }: AskModelInput,
  respond: (onDelta: (delta: ModelDelta) => void) => Promise<T>,
): Promise<T> {
  const { info } = Context.current();
  const told = info.heartbeatDetails as unknown;
  const voice = new ModelVoice(progress, { channel: modelChannel(ref), attempt: info.attempt, told });
  const listening = (beats: Beats): Promise<T> =>
    respond((delta) => {
      voice.hear(delta);
      beats.soon();
    });
  try {
    return await whileBeating(listening, () => voice.told());
  } finally {
    voice.end();
  }
}

function asFailure(error: unknown): ApplicationFailure {
  const { lasting, delay, type = failureCodes.modelFailed } = wishOf(error);
  return ApplicationFailure.create({
    type,
    message: thrownText(error),
    nonRetryable: lasting,
    ...(delay === undefined ? {} : { nextRetryDelay: delay }),
  });
}

/** What a failure says about another try. An adapter may throw anything, and the engine takes no time but a sane one. */
function wishOf(error: unknown): { readonly lasting: boolean; readonly delay?: number; readonly type?: string } {
  try {
    if (error instanceof ApplicationFailure) {
      const hook = error.type === failureCodes.hookFailed ? { type: failureCodes.hookFailed } : {};
      return { lasting: error.nonRetryable === true, ...hook };
    }
    if (!isModelFailure(error)) return { lasting: false };
    const delay: unknown = error.retryAfterMs;
    const isTime = typeof delay === 'number' && Number.isFinite(delay) && delay >= 0;
    return { lasting: !error.retryable, ...(isTime ? { delay: Math.ceil(Math.min(delay, limits.retryAfter)) } : {}) };
  } catch {
    return { lasting: false };
  }
}

function isModelFailure(error: unknown): error is ModelFailure {
  return error instanceof Error && error.name === 'ModelFailure';
}
