/**
 * The step `callModel`: one request to the model, no retries of its own. Its failure tells the engine whether and when
 * to try again.
 */
import { cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { failureCodes } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { ModelFailure } from '../core/model.ts';
import type { AnsweredTurn, AskModelInput } from '../core/turn.ts';
import { answeredTurn } from './answered-turn.ts';
import { thrownText, untilAborted } from './bounded-hook.ts';
import type { ActivityDeps } from './deps.ts';
import { whileBeating } from './heartbeat.ts';
import { selectModel } from './models/select.ts';

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
    const request = { systemPrompt: agent.systemPrompt, messages, tools: agent.manifest.offered, signal };
    const asked = { ...request, ...(input.model === undefined ? {} : { model: input.model }) };
    const answer = await whileBeating(() => untilAborted(signal, model.respond(asked)));
    return await answeredTurn(deps, input, answer);
  } catch (error) {
    if (cancelled.aborted) throw cancelled.reason;
    throw asFailure(error);
  } finally {
    clearTimeout(timer);
  }
}

function asFailure(error: unknown): ApplicationFailure {
  if (error instanceof ApplicationFailure) return bare(error);
  return ApplicationFailure.create({
    type: failureCodes.modelFailed,
    message: thrownText(error),
    nonRetryable: isModelFailure(error) && !error.retryable,
    ...(isModelFailure(error) && error.retryAfterMs !== undefined ? { nextRetryDelay: error.retryAfterMs } : {}),
  });
}

/** Without details and cause: a model of the user may have put there what the engine cannot record. */
function bare(failure: ApplicationFailure): ApplicationFailure {
  const { type, nonRetryable } = failure;
  const nextRetryDelay = failure.nextRetryDelay as number | null | undefined;
  return ApplicationFailure.create({
    message: thrownText(failure),
    nonRetryable: nonRetryable === true,
    ...(typeof type === 'string' ? { type } : {}),
    ...(nextRetryDelay === undefined || nextRetryDelay === null ? {} : { nextRetryDelay }),
  });
}

function isModelFailure(error: unknown): error is ModelFailure {
  return error instanceof Error && error.name === 'ModelFailure';
}
