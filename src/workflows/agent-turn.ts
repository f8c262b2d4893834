/**
 * One turn: ask the model, clear the calls, run them, commit their results. It never holds a transcript, only heads.
 */
import { CancellationScope } from '@temporalio/workflow';
import {
  isPaused,
  runsSequentially,
  terminatesRun,
  toolCalls,
  unexecutedReason,
  unexecutedResult,
} from '../core/batch-rules.ts';
import type { CallResult } from '../core/calls.ts';
import { resultMessage } from '../core/calls.ts';
import { noUsage } from '../core/failures.ts';
import type { AnsweredTurn, TurnInput, TurnOutcome } from '../core/turn.ts';
import { askModel } from './ask-model.ts';
import { commitMessages } from './commit-messages.ts';
import { runParallel } from './run-parallel.ts';
import { runSequential } from './run-sequential.ts';
import { askStopHook } from './stop-hook.ts';

export async function agentTurn(input: TurnInput): Promise<TurnOutcome> {
  const asked = await askModel(input);
  if (asked.kind === 'failed') {
    const { message } = asked;
    const head = await keep({ prev: input.head, messages: [...input.messages, message] });
    return {
      ...ended,
      head,
      stopReason: message.stopReason,
      errorMessage: message.errorMessage ?? 'The request failed.',
    };
  }

  const { turn } = asked;
  const calls = toolCalls(turn.message);
  if (calls.length === 0) {
    return {
      ...outcomeOf(turn),
      head: turn.head,
      stop: await askStopHook(input, turn, { head: turn.head, results: 0 }),
    };
  }

  const results = await runBatch(input, turn);
  const messages = calls.map((call, index) => resultMessage(call, resultAt(results, index)));
  const head = await keep({ prev: turn.head, messages });
  return {
    ...outcomeOf(turn),
    head,
    calls: calls.length,
    terminate: terminatesRun(results),
    stop: await askStopHook(input, turn, { head, results: calls.length }),
  };
}

/** One result per call, in call order. Stop reasons `error` and `aborted` end the run without executing anything. */
async function runBatch(input: TurnInput, turn: AnsweredTurn): Promise<readonly CallResult[]> {
  const calls = toolCalls(turn.message);
  const reason = unexecutedReason(turn.message);
  if (reason !== undefined) return calls.map((call) => unexecutedResult(call, reason, Date.now()));
  return runsSequentially(turn.policy, turn.offered)
    ? runSequential(input, turn, calls)
    : runParallel(input, turn, calls);
}

/** Commits whatever happened, also after a cancellation. */
function keep(commit: Parameters<typeof commitMessages>[0]): Promise<string> {
  return CancellationScope.nonCancellable(() => commitMessages(commit));
}

const ended = { calls: 0, terminate: false, stop: false, usage: noUsage } as const;

function outcomeOf({ message, policy }: AnsweredTurn): Omit<TurnOutcome, 'head'> {
  return {
    ...ended,
    stopReason: message.stopReason,
    usage: message.usage,
    ...(isPaused(message) ? { paused: true } : {}),
    policy,
    ...(message.errorMessage === undefined ? {} : { errorMessage: message.errorMessage }),
  };
}

function resultAt(results: readonly CallResult[], index: number): CallResult {
  const result = results[index];
  if (result === undefined) throw new Error(`no result for call ${String(index)}`);
  return result;
}
