/**
 * A parallel batch: cleared once, in call order; then every cleared call is scheduled, a bounded number at a time.
 */
import type { CallResult } from '../core/calls.ts';
import type { ToolCall } from '../core/messages.ts';
import type { AnsweredTurn, TurnInput } from '../core/turn.ts';
import { clearCalls } from './clear-calls.ts';
import { runCall } from './run-call.ts';

/** @returns one result per call, in call order whatever the order of completion */
export async function runParallel(
  input: TurnInput,
  turn: AnsweredTurn,
  calls: readonly ToolCall[],
): Promise<readonly CallResult[]> {
  const verdicts = await clearCalls(input, turn, [...calls.keys()]);
  const tasks = calls.map((block, index) => async (): Promise<CallResult> => {
    const verdict = verdicts[index];
    if (verdict === undefined) throw new Error(`no verdict for call ${String(index)}`);
    return verdict.kind === 'refused' ? verdict.result : runCall(input, turn, { block, cleared: verdict });
  });
  return inFlight(tasks, turn.policy.callsInFlight);
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
