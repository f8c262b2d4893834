/**
 * Asks the model (or takes the given message) and turns a request that failed for good into a message. The engine is
 * the only layer that retries a request.
 */
import {
  ActivityCancellationType,
  ActivityFailure,
  CancelledFailure,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow';
import { failedRequest } from '../core/failures.ts';
import { modelTaskQueue } from '../core/identity.ts';
import { limits } from '../core/limits.ts';
import type { AssistantMessage } from '../core/messages.ts';
import type { TurnSteps } from '../core/steps.ts';
import type { AnsweredTurn, AskModelInput, TurnInput } from '../core/turn.ts';
import { readFailure } from './read-failure.ts';

const local = proxyLocalActivities<TurnSteps>({
  scheduleToCloseTimeout: limits.localStepTimeout,
  retry: { maximumAttempts: 3, initialInterval: '100ms' },
});

export type AskedTurn =
  | { readonly kind: 'answered'; readonly turn: AnsweredTurn }
  | { readonly kind: 'failed'; readonly message: AssistantMessage };

export async function askModel(input: TurnInput): Promise<AskedTurn> {
  const { opensRun: _opens, aborted: _aborted, ...question } = input;
  try {
    if (input.aborted) throw new CancelledFailure('the run was aborted');
    const turn =
      input.given === undefined
        ? await proxyActivities<TurnSteps>(modelOptions(input.agent)).callModel(question)
        : await offered(question);
    return { kind: 'answered', turn };
  } catch (error) {
    return { kind: 'failed', message: failedRequest(input.model ?? input.agent, readFailure(error), Date.now()) };
  }
}

/** Local, as it only reads and appends; as an ordinary activity if the store does not answer at once. */
async function offered(question: AskModelInput): Promise<AnsweredTurn> {
  try {
    return await local.offerTools(question);
  } catch (error) {
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    return proxyActivities<TurnSteps>({ startToCloseTimeout: '1m', retry: { maximumAttempts: 5 } }).offerTools(
      question,
    );
  }
}

function modelOptions(agent: string) {
  return {
    activityId: 'model',
    taskQueue: modelTaskQueue(agent),
    startToCloseTimeout: limits.modelTimeout + limits.engineMargin,
    heartbeatTimeout: limits.heartbeatTimeout,
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry: { maximumAttempts: limits.modelAttempts, initialInterval: '1s', maximumInterval: '1m' },
  } as const;
}
