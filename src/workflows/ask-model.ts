/**
 * Asks the model (or takes the given message) and turns a request that failed for good into a message. The engine is
 * the only layer that retries a request.
 */
import { ActivityCancellationType, CancellationScope, proxyActivities } from '@temporalio/workflow';
import { shortLine } from '../core/argument-summary.ts';
import type { StepFailure } from '../core/failures.ts';
import { cancelledRequest, failedRequest } from '../core/failures.ts';
import { modelActivityId, modelTaskQueue } from '../core/identity.ts';
import { limits } from '../core/limits.ts';
import type { AssistantMessage } from '../core/messages.ts';
import { jsonBytes } from '../core/plain-json.ts';
import type { TurnSteps } from '../core/steps.ts';
import type { AnsweredTurn, TurnInput } from '../core/turn.ts';
import { localFirst } from './local-first.ts';
import { readFailure } from './read-failure.ts';

/** Takes the place of the model; only reads and appends. */
const offering = () => proxyActivities<TurnSteps>({ startToCloseTimeout: '1m', retry: { maximumAttempts: 5 } });

export type AskedTurn =
  | { readonly kind: 'answered'; readonly turn: AnsweredTurn }
  | { readonly kind: 'failed'; readonly message: AssistantMessage };

export async function askModel(input: TurnInput): Promise<AskedTurn> {
  const failed = (failure: StepFailure): AskedTurn => ({
    kind: 'failed',
    message: failedRequest(input.model ?? input.agent, failure, Date.now()),
  });
  const { opensRun: _opens, aborted, heartbeatTimeout = limits.heartbeatTimeout, ...question } = input;
  if (aborted) return failed(cancelledRequest);
  try {
    const turn =
      input.given === undefined
        ? await proxyActivities<TurnSteps>(modelOptions(input, heartbeatTimeout)).callModel(question)
        : await offered(input.given, (steps) => steps.offerTools(question));
    return { kind: 'answered', turn };
  } catch (error) {
    const failure = readFailure(error);
    return failed(CancellationScope.current().consideredCancelled ? cancelledRequest : failure);
  }
}

/** What a local step answers travels with the commands that follow from it, so a large answer must be an ordinary one's. */
function offered(given: AssistantMessage, offer: (steps: TurnSteps) => Promise<AnsweredTurn>): Promise<AnsweredTurn> {
  return jsonBytes(given) <= limits.localBytes ? localFirst(offer, offering) : offer(offering());
}

function modelOptions({ agent, model, ref }: TurnInput, heartbeatTimeout: number) {
  const asked = model === undefined ? '' : `: ${model}`;
  return {
    activityId: modelActivityId,
    summary: shortLine(`turn ${String(ref.turn)}${asked}`),
    taskQueue: modelTaskQueue(agent),
    startToCloseTimeout: limits.modelTimeout + limits.engineMargin,
    heartbeatTimeout,
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry: { maximumAttempts: limits.modelAttempts, initialInterval: '1s', maximumInterval: '1m' },
  } as const;
}
