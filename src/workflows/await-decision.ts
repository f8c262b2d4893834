/**
 * Waits for the decision about a pending call and has it turned into a verdict. The decision is recorded by that step,
 * also when the run is aborted in the same moment.
 */
import { ActivityFailure, CancellationScope, proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { ClearedCall, PendingCall, RefusedCall, Verdict } from '../core/calls.ts';
import { limits } from '../core/limits.ts';
import type { TurnSteps } from '../core/steps.ts';
import type { SettleApprovalInput, SettledApproval } from '../core/turn.ts';
import type { Batch } from './batch-result.ts';

const local = proxyLocalActivities<TurnSteps>({ scheduleToCloseTimeout: limits.localStepTimeout });
const ordinary = proxyActivities<TurnSteps>({ startToCloseTimeout: '1m', retry: { maximumInterval: '30s' } });

/** The verdict itself, unless somebody must decide first. */
export async function decidedCall(batch: Batch, verdict: Verdict): Promise<ClearedCall | RefusedCall> {
  return verdict.kind === 'pending' ? awaitDecision(batch, verdict) : verdict;
}

async function awaitDecision({ input, control }: Batch, call: PendingCall): Promise<ClearedCall | RefusedCall> {
  const { ref, agent } = input;
  const decision = await control.decisionAbout(call);
  const { verdict } = await CancellationScope.nonCancellable(() => settle({ ref, agent, call, decision }));
  return verdict;
}

async function settle(input: SettleApprovalInput): Promise<SettledApproval> {
  try {
    return await local.settleApproval(input);
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    return ordinary.settleApproval(input);
  }
}
