/**
 * The step `recoverTurn`: a turn's workflow died (terminated, too large). Its history says what it did; every call gets
 * its one result, and all of it is committed, so that no model is asked to do it again.
 */
import { toolCalls, unexecutedReason, unexecutedResult } from '../core/batch-rules.ts';
import type { CallResult } from '../core/calls.ts';
import { resultMessage } from '../core/calls.ts';
import { failedCall, failedRequest, noUsage, unknownOutcome } from '../core/failures.ts';
import { callActivityId, receiptKey } from '../core/identity.ts';
import { limits } from '../core/limits.ts';
import type { ToolCall } from '../core/messages.ts';
import { jsonBytes } from '../core/plain-json.ts';
import type { TurnFold } from '../core/turn-fold-state.ts';
import type { MadeResult, RecoverTurnInput, RecoveredTurn, TurnOutcome } from '../core/turn.ts';
import { boundedResult } from './bounded-result.ts';
import type { ActivityDeps } from './deps.ts';
import { receivedResult } from './recover-call.ts';
import { readTurn } from './read-turn.ts';

/** @throws what the server or the store throws: the step is tried again until both answer */
export async function recoverTurn(deps: ActivityDeps, { turn, why }: RecoverTurnInput): Promise<RecoveredTurn> {
  const fold = await readTurn(turn);
  const { answer } = fold;
  const outcome = {
    stopReason: 'error',
    calls: 0,
    terminate: false,
    stop: false,
    usage: noUsage,
    errorMessage: why,
  } as const;
  if (answer === undefined) {
    const failure = { kind: 'application', code: 'Error', message: why } as const;
    const message = failedRequest(turn.model ?? turn.agent, failure, Date.now());
    const head = await deps.store.append({ prev: turn.head, messages: [...turn.messages, message] });
    return { outcome: { ...outcome, head }, message, made: [] };
  }
  const answered: Omit<TurnOutcome, 'head'> = { ...outcome, usage: answer.message.usage, policy: answer.policy };
  const calls = toolCalls(answer.message);
  if (fold.committed !== undefined || calls.length === 0) {
    return { outcome: { ...answered, calls: calls.length, head: fold.committed ?? answer.head }, made: [] };
  }
  const made = await missingResults(deps, fold, calls);
  const messages = calls.map((call, index) => {
    const missing = made.find((result) => result.index === index);
    return missing === undefined ? recordedMessage(fold, index) : resultMessage(call, missing.result);
  });
  const head = await deps.store.append({ prev: answer.head, messages });
  return { outcome: { ...answered, calls: calls.length, head }, made };
}

function recordedMessage({ messages }: TurnFold, index: number) {
  const message = messages.get(index);
  if (message === undefined) throw new Error(`no message for call ${String(index)}`);
  return message;
}

async function missingResults(deps: ActivityDeps, fold: TurnFold, calls: readonly ToolCall[]) {
  const made: MadeResult[] = [];
  for (const [index, call] of calls.entries()) {
    if (!fold.messages.has(index)) made.push({ index, result: await missingResult(deps, fold, { index, call }) });
  }
  return boundedTogether(deps, made);
}

/** What is found is recorded together, as one answer of this step. */
async function boundedTogether({ store }: ActivityDeps, made: readonly MadeResult[]): Promise<readonly MadeResult[]> {
  if (jsonBytes(made) <= limits.payloadBytes) return made;
  const share = Math.floor(limits.payloadBytes / made.length) - 100;
  const room = { text: share, all: share };
  return Promise.all(
    made.map(async ({ index, result }) => ({ index, result: await boundedResult(store.objects, result, room) })),
  );
}

/** A call that was scheduled may have taken effect: its receipt knows. Any other certainly did not. */
async function missingResult(
  { store }: ActivityDeps,
  { input, answer, steps }: TurnFold,
  { index, call }: { readonly index: number; readonly call: ToolCall },
): Promise<CallResult> {
  const reason = answer === undefined ? undefined : unexecutedReason(answer.message);
  if (reason !== undefined) return unexecutedResult(call, reason, Date.now());
  const starts = [...steps.values()].filter((step) => step.activityId === callActivityId(index)).length;
  if (starts === 0) return failedCall(call.name, { kind: 'cancelled', notStarted: true, message: '' }, Date.now());
  const receipt = await store.receipts.settle(receiptKey(input.ref, index, starts));
  return receipt === undefined
    ? unknownOutcome(call.name, 'its turn ended before it did', Date.now())
    : receivedResult(call.name, receipt);
}
