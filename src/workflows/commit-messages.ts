/**
 * Appends messages to the transcript. The step is idempotent, so it is tried for as long as it takes; while the store
 * does not answer, it waits outside the workflow task.
 */
import { ActivityFailure, CancellationScope, proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import { limits } from '../core/limits.ts';
import type { TurnSteps } from '../core/steps.ts';
import type { CommitInput, CommittedTurn } from '../core/turn.ts';

const local = proxyLocalActivities<TurnSteps>({
  scheduleToCloseTimeout: limits.localStepTimeout,
  retry: { maximumAttempts: 3, initialInterval: '100ms' },
});

const ordinary = proxyActivities<TurnSteps>({ startToCloseTimeout: '1m', retry: { maximumInterval: '30s' } });

/** Commits whatever happened, also after a cancellation. */
export function commitMessages(commit: CommitInput): Promise<CommittedTurn> {
  return CancellationScope.nonCancellable(() => append(commit));
}

async function append(commit: CommitInput): Promise<CommittedTurn> {
  try {
    return await local.commitMessages(commit);
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    return ordinary.commitMessages(commit);
  }
}
