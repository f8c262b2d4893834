/**
 * Has the agent's approval hook told of a call that waits, beside the wait. It must never hold up or fail the turn, and
 * schedules nothing for an agent without the hook.
 */
import {
  ActivityCancellationType,
  ActivityFailure,
  CancellationScope,
  isCancellation,
  log,
  proxyActivities,
} from '@temporalio/workflow';
import type { PendingCall } from '../core/calls.ts';
import { failureCodes } from '../core/errors.ts';
import { announceActivityId } from '../core/identity.ts';
import { limits } from '../core/limits.ts';
import type { TurnSteps } from '../core/steps.ts';
import type { Batch } from './batch-result.ts';

/** Begins to tell. @returns ends it, once nobody needs to hear any more */
export function announce({ input, turn }: Pick<Batch, 'input' | 'turn'>, call: PendingCall): () => void {
  if (!turn.policy.hooks.includes('approval') || CancellationScope.current().consideredCancelled)
    return () => undefined;
  const { announceApproval } = proxyActivities<TurnSteps>({
    activityId: announceActivityId(call.index),
    startToCloseTimeout: turn.policy.hookTimeout + limits.engineMargin,
    heartbeatTimeout: turn.policy.heartbeatTimeout,
    cancellationType: ActivityCancellationType.TRY_CANCEL,
    retry: {
      maximumAttempts: limits.announceAttempts,
      initialInterval: '1s',
      maximumInterval: limits.announcePause,
      nonRetryableErrorTypes: [failureCodes.payloadsTooLarge],
    },
  });
  const scope = new CancellationScope();
  const expiresAt = Date.now() + call.request.expiresAfter;
  scope
    .run(() => announceApproval({ ref: input.ref, call, expiresAt }))
    .catch((error: unknown) => {
      if (isCancellation(error)) return;
      const why = error instanceof ActivityFailure ? error.cause?.message : String(error);
      log.warn(`nobody was told that call ${String(call.index)} waits for a decision`, { why });
    });
  return () => {
    scope.cancel();
  };
}
