/**
 * The step `recoverCall`: a worker was lost under a call. Its receipt is looked up first; then the tool itself is asked;
 * only what certainly did not begin is started again.
 */
import type { CallResult } from '../core/calls.ts';
import { errorResult } from '../core/errors.ts';
import { unknownOutcome } from '../core/failures.ts';
import { receiptKey } from '../core/identity.ts';
import type { Receipt } from '../core/receipts.ts';
import type { RecoverInput, RecoveredCall } from '../core/turn.ts';
import type { ActivityDeps } from './deps.ts';
import { reconcile } from './reconcile.ts';
import { thrownText } from './bounded-hook.ts';

/** @throws what the store throws: the step is tried again until it answers */
export async function recoverCall(deps: ActivityDeps, input: RecoverInput): Promise<RecoveredCall> {
  const { call, started } = input;
  const { name, replay } = call.tool;
  if (replay === 'safe') return result(unknownOutcome(name, 'every attempt lost its worker or its time', Date.now()));
  if (started === 'no') return { kind: 'again' };
  const receipt = await deps.store.receipts.settle(receiptKey(input.ref, call.index, input.start));
  if (receipt !== undefined) return result(receivedResult(name, receipt));
  try {
    return await reconcile(deps, input);
  } catch (error) {
    return result(unknownOutcome(name, `asking the tool failed (${thrownText(error)})`, Date.now()));
  }
}

/** What the model reads of a call whose effect is known from its receipt. */
export function receivedResult(tool: string, receipt: Receipt): CallResult {
  if (receipt.result !== undefined) return receipt.result;
  const text = `Tool "${tool}" took effect, but its result was lost before it could be recorded.`;
  return errorResult('Failed', text, { at: Date.now(), group: 'was done but its result was replaced' });
}

function result(made: CallResult): RecoveredCall {
  return { kind: 'result', result: made };
}
