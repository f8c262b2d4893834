/**
 * A sequential batch: each call is cleared and executed before the next one is looked at.
 */
import { isCancellation } from '@temporalio/workflow';
import { decidedCall } from './await-decision.ts';
import type { Batch, BatchResult } from './batch-result.ts';
import { notStarted } from './batch-result.ts';
import { clearCalls } from './clear-calls.ts';
import { runCall } from './run-call.ts';

/** @returns one result per call, in call order */
export async function runSequential(batch: Batch): Promise<readonly BatchResult[]> {
  const results: BatchResult[] = [];
  for (const [index, call] of batch.calls.entries()) {
    results.push(batch.control.isStopped(index) ? notStarted(call) : await clearedAndRun(batch, index));
  }
  return results;
}

async function clearedAndRun(batch: Batch, index: number): Promise<BatchResult> {
  const call = batch.calls[index];
  if (call === undefined) throw new Error(`no call ${String(index)}`);
  try {
    const {
      verdicts: [verdict],
    } = await clearCalls(batch, [index]);
    if (verdict === undefined) throw new Error(`no verdict for call ${String(index)}`);
    return await runCall(batch, verdict.kind === 'pending' ? await decidedCall(batch, verdict) : verdict);
  } catch (error) {
    if (!isCancellation(error)) throw error;
    return notStarted(call);
  }
}
