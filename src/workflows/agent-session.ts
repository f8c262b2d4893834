/**
 * One conversation: takes prompts, runs their turns as children, one at a time, and remembers only the transcript's
 * head and its queues. What is decided stands in `core/session-rules.ts`; this file waits, starts and remembers.
 */
import {
  ApplicationFailure,
  allHandlersFinished,
  condition,
  continueAsNew,
  defineUpdate,
  setHandler,
  upsertMemo,
  workflowInfo,
} from '@temporalio/workflow';
import { failureCodes } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { QueueInput } from '../core/session-messages.ts';
import { memoKey, sessionUpdates } from '../core/session-messages.ts';
import { accept, emptySession, finishTurn, hasWork, openRun, refusal, startTurn } from '../core/session-rules.ts';
import type { QueueAnswer, QueueName, RunMemo, SessionInput, SessionOutcome, SessionState } from '../core/session.ts';
import type { TurnInput } from '../core/turn.ts';
import { runTurn } from './run-turn.ts';

export async function agentSession(input: SessionInput): Promise<SessionOutcome> {
  let state = input.carried ?? emptySession;
  const info = workflowInfo();

  for (const queue of Object.keys(sessionUpdates) as QueueName[]) {
    const update = defineUpdate<QueueAnswer, [QueueInput]>(sessionUpdates[queue]);
    setHandler(
      update,
      (message) => {
        const accepted = accept(state, queue, message);
        state = accepted.state;
        return accepted.answer;
      },
      {
        validator: (message: QueueInput) => {
          refuseUnfit(state, queue, message);
        },
      },
    );
  }

  if (input.given !== undefined) {
    const outcome = await runTurn({ ...nextTurn(input, state, info.firstExecutionRunId), given: input.given });
    return { head: outcome.head, turns: 1 };
  }

  for (;;) {
    await condition(() => hasWork(state));
    state = startTurn(openRun(state));
    const outcome = await runTurn(nextTurn(input, state, info.firstExecutionRunId));
    const finished = finishTurn(state, outcome);
    state = finished.state;
    if (finished.ended !== undefined) {
      const memo: RunMemo = {
        run: state.run,
        turn: state.turn,
        ended: finished.ended,
        ...(outcome.errorMessage === undefined ? {} : { errorMessage: outcome.errorMessage }),
      };
      upsertMemo({ [memoKey]: memo });
    }
    if (isLong(state, input)) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof agentSession>({ ...input, carried: state });
    }
  }
}

/** The input of the turn that `state` has just started. */
function nextTurn(input: SessionInput, state: SessionState, execution: string): TurnInput {
  const turn = Math.max(state.turn, 1);
  const run = state.active?.run ?? 1;
  return {
    ref: { session: workflowInfo().workflowId, execution, turn, run },
    agent: input.agent,
    ...(input.model === undefined ? {} : { model: input.model }),
    head: state.head,
    messages: state.active?.inject ?? [],
    opensRun: (state.active?.turns ?? 0) === 0,
  };
}

function refuseUnfit(state: SessionState, queue: QueueName, message: QueueInput): void {
  const why = refusal(state, queue, message);
  if (why !== undefined) throw ApplicationFailure.nonRetryable(why, failureCodes.refused);
}

/** Rolls over by its own counters, well before the engine's hint. */
function isLong(state: SessionState, input: SessionInput): boolean {
  const since = state.turn - (input.carried?.turn ?? 0);
  return since >= limits.rollOverTurns || workflowInfo().historyLength >= limits.rollOverEvents;
}
