/** The step `clearCalls`: the gate over calls of a batch. */
import { ApplicationFailure } from '@temporalio/common';
import { toolCalls } from '../core/batch-rules.ts';
import type { ClearedCall, PendingCall, RefusedCall, Verdict } from '../core/calls.ts';
import { errorResult, failureCodes } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import { jsonBytes } from '../core/plain-json.ts';
import type { ClearCallsInput, ClearedBatch } from '../core/turn.ts';
import { readBatch } from './batch-messages.ts';
import { clearCall } from './clear-call.ts';
import type { ActivityDeps } from './deps.ts';

/**
 * In call order, one after the other: what a hook learns from one call holds for the next. The answer is bounded: one
 * that is too large to be recorded would keep its workflow from ever going on.
 */
export async function clearCalls(deps: ActivityDeps, input: ClearCallsInput): Promise<ClearedBatch> {
  const batch = await readBatch(deps.store, input.head);
  const blocks = toolCalls(batch.assistant);
  const verdicts: Verdict[] = [];
  let room: number = limits.taskBytes;
  for (const index of input.indexes) {
    const block = blocks[index];
    if (block === undefined) throw ApplicationFailure.nonRetryable(`no call ${String(index)}`, failureCodes.refused);
    const verdict = await clearCall(deps, { input, batch, index, block });
    const bytes = jsonBytes(verdict);
    const fits = verdict.kind === 'refused' || bytes <= room;
    verdicts.push(fits ? verdict : tooLarge(verdict));
    if (fits) room -= bytes;
  }
  return { verdicts };
}

function tooLarge({ index, tool }: ClearedCall | PendingCall): RefusedCall {
  const text =
    `Tool "${tool.name}" was not executed: the arguments of all calls together are larger than ` +
    `${String(limits.taskBytes)} bytes. Make fewer calls at once.`;
  return { kind: 'refused', index, result: errorResult('TooLarge', text, { at: Date.now() }) };
}
