/**
 * A sequential batch: each call is cleared and executed before the next one is looked at.
 */
import type { CallResult } from '../core/calls.ts';
import type { ToolCall } from '../core/messages.ts';
import type { AnsweredTurn, TurnInput } from '../core/turn.ts';
import { clearCalls } from './clear-calls.ts';
import { runCall } from './run-call.ts';

/** @returns one result per call, in call order */
export async function runSequential(
  input: TurnInput,
  turn: AnsweredTurn,
  calls: readonly ToolCall[],
): Promise<readonly CallResult[]> {
  const results: CallResult[] = [];
  for (const [index, block] of calls.entries()) {
    const [verdict] = await clearCalls(input, turn, [index]);
    if (verdict === undefined) throw new Error(`no verdict for call ${String(index)}`);
    results.push(verdict.kind === 'refused' ? verdict.result : await runCall(input, turn, { block, cleared: verdict }));
  }
  return results;
}
