/**
 * Runs one of our own steps as a local activity, and as an ordinary one if that did not succeed in time: a local one
 * holds its workflow task, so a store that is away must be waited for outside of it.
 */
import { ActivityFailure, isCancellation, proxyLocalActivities } from '@temporalio/workflow';
import { limits } from '../core/limits.ts';
import type { TurnSteps } from '../core/steps.ts';

const local = proxyLocalActivities<TurnSteps>({
  scheduleToCloseTimeout: limits.localStepTimeout,
  retry: { maximumAttempts: 3, initialInterval: '100ms' },
});

/**
 * @param step called with the local activities, then with those that `ordinary` gives
 * @throws a cancellation at once; what the ordinary activity throws
 */
export function localFirst<T>(step: (steps: TurnSteps) => Promise<T>, ordinary: () => TurnSteps): Promise<T> {
  return step(local).catch((error: unknown) => {
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    return step(ordinary());
  });
}
