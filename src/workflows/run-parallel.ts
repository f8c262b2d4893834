/**
 * A parallel batch: cleared in call order, as many calls at once as one answer can hold; every cleared call is scheduled,
 * a bounded number and size at a time. A call that waits for a decision holds up none of the others.
 */
import { isCancellation } from '@temporalio/workflow';
import type { Verdict } from '../core/calls.ts';
import { limits } from '../core/limits.ts';
import { jsonBytes } from '../core/plain-json.ts';
import { decidedCall } from './await-decision.ts';
import type { Batch, BatchResult } from './batch-result.ts';
import { notStarted } from './batch-result.ts';
import { clearCalls } from './clear-calls.ts';
import { Lanes } from './lanes.ts';
import { runCall } from './run-call.ts';

/** @returns one result per call, in call order whatever the order of completion */
export async function runParallel(batch: Batch): Promise<readonly BatchResult[]> {
  const { calls, turn } = batch;
  const lanes = new Lanes({ count: turn.policy.callsInFlight, weight: limits.taskBytes });
  const running: Promise<BatchResult>[] = [];
  let room: number = limits.batchBytes;
  while (running.length < calls.length) {
    const verdicts = await nextVerdicts(batch, running.length, room);
    if (verdicts.length === 0) break;
    for (const verdict of verdicts) {
      const bytes = jsonBytes(verdict);
      room -= bytes;
      running.push(decidedAndRun(batch, verdict, (decided) => lanes.run(bytes, () => runCall(batch, decided))));
    }
    // Waited for below; until then nobody else may be the first to hear of a failure.
    for (const run of running) run.catch(() => undefined);
  }
  const unstarted = calls.slice(running.length).map(notStarted);
  return [...(await Promise.all(running)), ...unstarted];
}

/** The verdicts of the calls from `first` on, as many as there were room for; none after an abort. */
async function nextVerdicts(batch: Batch, first: number, room: number): Promise<readonly Verdict[]> {
  const indexes = [...batch.calls.keys()].slice(first);
  try {
    const { verdicts } = await clearCalls(batch, indexes, first === 0 ? {} : { room });
    return verdicts;
  } catch (error) {
    if (!isCancellation(error)) throw error;
    return [];
  }
}

async function decidedAndRun(
  batch: Batch,
  verdict: Verdict,
  run: (decided: Exclude<Verdict, { kind: 'pending' }>) => Promise<BatchResult>,
): Promise<BatchResult> {
  return run(verdict.kind === 'pending' ? await decidedCall(batch, verdict) : verdict);
}
