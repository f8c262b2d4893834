/**
 * One turn: ask the model, clear the calls, run them, commit their results. It never holds a transcript, only heads.
 * A cancellation never fails it: what has settled is kept, what was not started is said so, and it returns normally.
 */
import { CancellationScope, defineSignal, setHandler } from '@temporalio/workflow';
import {
  isPaused,
  runsSequentially,
  terminatesRun,
  toolCalls,
  unexecutedReason,
  unexecutedResult,
} from '../core/batch-rules.ts';
import { resultMessage } from '../core/calls.ts';
import { noUsage } from '../core/failures.ts';
import { limits } from '../core/limits.ts';
import { readCancelCall, readDecision } from '../core/read-signals.ts';
import { turnSignals } from '../core/session-messages.ts';
import type { AnsweredTurn, TurnInput, TurnOutcome } from '../core/turn.ts';
import { askModel } from './ask-model.ts';
import type { BatchResult } from './batch-result.ts';
import { commitMessages } from './commit-messages.ts';
import { tellCalls, tellEnd, tellModel } from './current-details.ts';
import { Lanes } from './lanes.ts';
import { runParallel } from './run-parallel.ts';
import { runSequential } from './run-sequential.ts';
import { askStopHook } from './stop-hook.ts';
import { TurnControl } from './turn-control.ts';

export async function agentTurn(input: TurnInput): Promise<TurnOutcome> {
  const control = new TurnControl();
  setHandler(defineSignal<[unknown]>(turnSignals.cancelCall), (input) => {
    const index = readCancelCall(input);
    if (index !== undefined) control.cancelCall(index);
  });
  setHandler(defineSignal(turnSignals.interrupt), () => {
    control.interrupt();
  });
  setHandler(defineSignal<[unknown]>(turnSignals.decide), (input) => {
    const decision = readDecision(input);
    if (decision !== undefined) control.decide(decision);
  });

  tellModel();
  const outcome = await takenTurn(input, control);
  tellEnd('over');
  return outcome;
}

async function takenTurn(input: TurnInput, control: TurnControl): Promise<TurnOutcome> {
  const asked = await askModel(input);
  if (asked.kind === 'failed') {
    const { message } = asked;
    const { head } = await commitMessages({ prev: input.head, messages: [...input.messages, message], made: [] });
    const errorMessage = message.errorMessage ?? 'The request failed.';
    return { ...unexecuted, head, stopReason: message.stopReason, errorMessage };
  }
  const { turn } = asked;
  if (toolCalls(turn.message).length === 0) {
    return {
      ...outcomeOf(turn),
      head: turn.head,
      stop: await askStopHook(input, turn, { head: turn.head, results: 0 }),
    };
  }
  return executed(input, turn, control);
}

async function executed(input: TurnInput, turn: AnsweredTurn, control: TurnControl): Promise<TurnOutcome> {
  tellCalls(new Map());
  const calls = toolCalls(turn.message);
  const results = await runBatch(input, turn, control);
  const messages = calls.map((call, index) => resultMessage(call, resultAt(results, index).result));
  const made = results.flatMap(({ recorded, result }, index) => (recorded === 'no' ? [{ index, result }] : []));
  const { head } = await commitMessages({ prev: turn.head, messages, made });
  return {
    ...outcomeOf(turn),
    head,
    calls: calls.length,
    terminate: terminatesRun(results.map(({ result }) => result)),
    stop: await askStopHook(input, turn, { head, results: calls.length }),
  };
}

/** One result per call, in call order. A message that did not end normally is not executed. */
async function runBatch(input: TurnInput, turn: AnsweredTurn, control: TurnControl): Promise<readonly BatchResult[]> {
  const calls = toolCalls(turn.message);
  const reason = unexecutedReason(turn.message);
  if (reason !== undefined) {
    return calls.map((call) => ({ recorded: 'yes', result: unexecutedResult(call, reason, Date.now()) }));
  }
  const settling = new Lanes({ count: limits.callsInFlight, weight: limits.taskBytes });
  const batch = { input, turn, calls, control, settling };
  return runsSequentially(turn.policy, turn.offered) ? runSequential(batch) : runParallel(batch);
}

const unexecuted = { calls: 0, terminate: false, stop: false, usage: noUsage } as const;

function outcomeOf({ message, policy, sameness }: AnsweredTurn): Omit<TurnOutcome, 'head'> {
  return {
    ...unexecuted,
    // After an abort no hook or queue is asked any more: the session ends the run.
    stopReason: CancellationScope.current().consideredCancelled ? 'aborted' : message.stopReason,
    usage: message.usage,
    ...(isPaused(message) ? { paused: true } : {}),
    policy,
    ...(sameness === undefined ? {} : { sameness }),
    ...(message.errorMessage === undefined ? {} : { errorMessage: message.errorMessage }),
  };
}

function resultAt(results: readonly BatchResult[], index: number): BatchResult {
  const result = results[index];
  if (result === undefined) throw new Error(`no result for call ${String(index)}`);
  return result;
}
