/**
 * Runs the gate over calls of a batch: as a local activity, whose marker precedes every effect that it lets pass, or as
 * an ordinary one if user code that may wait (a before hook) is part of it, or if the local one did not finish in time.
 */
import { ActivityCancellationType, CancellationScope, proxyActivities } from '@temporalio/workflow';
import { limits } from '../core/limits.ts';
import type { TurnSteps } from '../core/steps.ts';
import type { AnsweredTurn, ClearCallsInput, ClearedBatch } from '../core/turn.ts';
import type { Batch } from './batch-result.ts';
import { localFirst } from './local-first.ts';

/**
 * Gives verdicts in the order of `indexes`: of as many as one answer can hold, at least one.
 * @param rest.room of a batch that was cleared in part. Its commands must not join those of the part before in one
 *   workflow task, so the step is an ordinary activity
 */
export function clearCalls(
  { input, turn }: Pick<Batch, 'input' | 'turn'>,
  indexes: readonly number[],
  rest: Pick<ClearCallsInput, 'room'> = {},
): Promise<ClearedBatch> {
  const question: ClearCallsInput = {
    ref: input.ref,
    agent: input.agent,
    head: turn.head,
    offered: turn.offered,
    indexes,
    ...rest,
  };
  const clear = (steps: TurnSteps) => steps.clearCalls(question);
  const asActivity = () => ordinary(turn, indexes);
  // The verdict is recorded, also if the run is aborted meanwhile: a hook is told so, our own rules take no time.
  return turn.policy.hooks.includes('before') || rest.room !== undefined
    ? clear(asActivity())
    : CancellationScope.nonCancellable(() => localFirst(clear, asActivity));
}

function ordinary(turn: AnsweredTurn, indexes: readonly number[]) {
  return proxyActivities<TurnSteps>({
    startToCloseTimeout: turn.policy.hookTimeout * indexes.length + limits.engineMargin,
    heartbeatTimeout: turn.policy.heartbeatTimeout,
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry: { maximumAttempts: 5 },
  });
}
