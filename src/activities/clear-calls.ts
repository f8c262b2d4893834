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
 * In call order, one after the other: what a hook learns from one call holds for the next. The answer is bounded, since
 * one that is too large to be recorded would keep its workflow from ever going on: verdicts that do not fit are left out,
 * to be asked for again, and a call that would not fit at all is refused.
 */
export async function clearCalls(deps: ActivityDeps, input: ClearCallsInput): Promise<ClearedBatch> {
  const batch = await readBatch(deps.store, input.head);
  const blocks = toolCalls(batch.assistant);
  const verdicts: Verdict[] = [];
  let room: number = limits.taskBytes;
  let roomOfBatch = input.room ?? limits.batchBytes;
  for (const index of input.indexes) {
    const block = blocks[index];
    if (block === undefined) throw ApplicationFailure.nonRetryable(`no call ${String(index)}`, failureCodes.refused);
    const verdict = await clearCall(deps, { input, batch, index, block });
    const bounded = verdictWithin(Math.min(limits.taskBytes, roomOfBatch), verdict);
    const bytes = jsonBytes(bounded);
    if (bytes > room && verdicts.length > 0) break;
    verdicts.push(bounded);
    room -= bytes;
    roomOfBatch -= bytes;
  }
  return { verdicts };
}

function verdictWithin(room: number, verdict: Verdict): Verdict {
  return verdict.kind === 'refused' || jsonBytes(verdict) <= room ? verdict : tooLarge(verdict);
}

function tooLarge({ index, tool }: ClearedCall | PendingCall): RefusedCall {
  const text =
    `Tool "${tool.name}" was not executed: the arguments of the calls up to this one are larger than ` +
    `${String(limits.batchBytes)} bytes together, or its own larger than ${String(limits.taskBytes)}. ` +
    'Make fewer calls at once.';
  return { kind: 'refused', index, result: errorResult('TooLarge', text, { at: Date.now() }) };
}
