/**
 * Asks the agent's stop hook after a turn, if it has one. A hook that fails stops nothing: the run goes on and the
 * failure stands in the history.
 */
import { ActivityFailure, CancellationScope, isCancellation, proxyActivities } from '@temporalio/workflow';
import { limits } from '../core/limits.ts';
import type { TurnSteps } from '../core/steps.ts';
import type { AnsweredTurn, TurnInput } from '../core/turn.ts';

/** @param after the transcript with the turn in it, and how many results it ends with */
export async function askStopHook(
  input: TurnInput,
  turn: AnsweredTurn,
  after: { readonly head: string; readonly results: number },
): Promise<boolean> {
  if (!turn.policy.hooks.includes('stop') || CancellationScope.current().consideredCancelled) return false;
  const { shouldStop } = proxyActivities<TurnSteps>({
    startToCloseTimeout: turn.policy.hookTimeout + limits.engineMargin,
    retry: { maximumAttempts: 3 },
  });
  try {
    return await shouldStop({ ref: input.ref, agent: input.agent, ...after });
  } catch (error) {
    if (!isCancellation(error) && !(error instanceof ActivityFailure)) throw error;
    return false;
  }
}
