/**
 * Waits for the decision about a pending call and has it turned into a verdict. The decision is recorded by that step,
 * also when the run is aborted in the same moment.
 */
import { CancellationScope, proxyActivities } from '@temporalio/workflow';
import type { ClearedCall, PendingCall, RefusedCall } from '../core/calls.ts';
import type { TurnSteps } from '../core/steps.ts';
import { limits } from '../core/limits.ts';
import { jsonBytes } from '../core/plain-json.ts';
import { announce } from './announce.ts';
import type { Batch } from './batch-result.ts';
import { localFirst } from './local-first.ts';

const ordinary = proxyActivities<TurnSteps>({ startToCloseTimeout: '1m', retry: { maximumInterval: '30s' } });

/**
 * The verdict that a decision, or the end of the wait for one, makes of a pending call. All that wait may be decided at once: what
 * is too large to be recorded together in one workflow task is settled in several.
 */
export async function decidedCall(batch: Batch, call: PendingCall): Promise<ClearedCall | RefusedCall> {
  const { ref, agent } = batch.input;
  const isOver = announce(batch, call);
  const decision = await batch.control.decisionAbout(call);
  isOver();
  const stopped = batch.control.isStopped(call.index) ? { stopped: true as const } : {};
  const settle = (steps: TurnSteps) => steps.settleApproval({ ref, agent, call, decision, ...stopped });
  // The decision is recorded with the edited arguments, and they are the verdict's.
  const bytes = jsonBytes(call) + 2 * jsonBytes(decision);
  const { verdict } = await CancellationScope.nonCancellable(() =>
    bytes <= limits.taskBytes / batch.calls.length
      ? localFirst(settle, () => ordinary)
      : batch.settling.run(bytes, () => settle(ordinary)),
  );
  return verdict;
}
