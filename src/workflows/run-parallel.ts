/**
 * A parallel batch: cleared once, in call order; then every cleared call is scheduled, a bounded number at a time. A
 * call that waits for a decision holds up none of the others.
 */
import { isCancellation } from '@temporalio/workflow';
import type { Verdict } from '../core/calls.ts';
import { decidedCall } from './await-decision.ts';
import type { Batch, BatchResult } from './batch-result.ts';
import { notStarted } from './batch-result.ts';
import { clearCalls } from './clear-calls.ts';
import { Lanes } from './lanes.ts';
import { runCall } from './run-call.ts';

/** @returns one result per call, in call order whatever the order of completion */
export async function runParallel(batch: Batch): Promise<readonly BatchResult[]> {
  const { calls, turn } = batch;
  let verdicts: readonly Verdict[];
  try {
    ({ verdicts } = await clearCalls(batch, [...calls.keys()]));
  } catch (error) {
    if (!isCancellation(error)) throw error;
    return calls.map(notStarted);
  }
  const lanes = new Lanes(turn.policy.callsInFlight);
  return Promise.all(
    verdicts.map(async (verdict) => {
      const decided = verdict.kind === 'pending' ? await decidedCall(batch, verdict) : verdict;
      return lanes.run(() => runCall(batch, decided));
    }),
  );
}
