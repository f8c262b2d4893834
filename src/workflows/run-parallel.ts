/**
 * A parallel batch: cleared once, in call order; then every cleared call is scheduled, a bounded number at a time.
 */
import { isCancellation } from '@temporalio/workflow';
import type { Batch, BatchResult } from './batch-result.ts';
import { notStarted } from './batch-result.ts';
import { clearCalls } from './clear-calls.ts';
import { runCall } from './run-call.ts';

/** @returns one result per call, in call order whatever the order of completion */
export async function runParallel(batch: Batch): Promise<readonly BatchResult[]> {
  const { calls, turn } = batch;
  try {
    const verdicts = await clearCalls(batch, [...calls.keys()]);
    const tasks = verdicts.map((verdict) => () => runCall(batch, verdict));
    return await inFlight(tasks, turn.policy.callsInFlight);
  } catch (error) {
    if (!isCancellation(error)) throw error;
    return calls.map(notStarted);
  }
}

/** Starts tasks in order, at most `limit` at a time; results in the order of the tasks. */
async function inFlight<T>(tasks: readonly (() => Promise<T>)[], limit: number): Promise<readonly T[]> {
  const results: T[] = [];
  const queue = tasks.entries();
  const lane = async (): Promise<void> => {
    for (const [index, task] of queue) results[index] = await task();
  };
  await Promise.all(Array.from({ length: Math.min(limit, tasks.length) }, lane));
  return results;
}
