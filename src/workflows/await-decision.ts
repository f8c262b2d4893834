/**
 * Waits for the decision about a pending call and has it turned into a verdict. The decision is recorded by that step,
 * also when the run is aborted in the same moment.
 */
import { CancellationScope, proxyActivities } from '@temporalio/workflow';
import type { ClearedCall, PendingCall, RefusedCall } from '../core/calls.ts';
import type { TurnSteps } from '../core/steps.ts';
import { announce } from './announce.ts';
import type { Batch } from './batch-result.ts';
import { localFirst } from './local-first.ts';

const ordinary = proxyActivities<TurnSteps>({ startToCloseTimeout: '1m', retry: { maximumInterval: '30s' } });

/** The verdict that a decision, or the end of the wait for one, makes of a pending call. */
export async function decidedCall(batch: Batch, call: PendingCall): Promise<ClearedCall | RefusedCall> {
  const { ref, agent } = batch.input;
  const isOver = announce(batch, call);
  const decision = await batch.control.decisionAbout(call);
  isOver();
  const stopped = batch.control.isStopped(call.index) ? { stopped: true as const } : {};
  const { verdict } = await CancellationScope.nonCancellable(() =>
    localFirst(
      (steps) => steps.settleApproval({ ref, agent, call, decision, ...stopped }),
      () => ordinary,
    ),
  );
  return verdict;
}
