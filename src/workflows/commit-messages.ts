/**
 * Appends messages to the transcript. The step is idempotent, so it is tried for as long as it takes.
 */
import { CancellationScope, proxyActivities } from '@temporalio/workflow';
import type { TurnSteps } from '../core/steps.ts';
import type { CommitInput, CommittedTurn } from '../core/turn.ts';
import { localFirst } from './local-first.ts';

const ordinary = proxyActivities<TurnSteps>({ startToCloseTimeout: '1m', retry: { maximumInterval: '30s' } });

/** Commits whatever happened, also after a cancellation. */
export function commitMessages(commit: CommitInput): Promise<CommittedTurn> {
  return CancellationScope.nonCancellable(() =>
    localFirst(
      (steps) => steps.commitMessages(commit),
      () => ordinary,
    ),
  );
}
