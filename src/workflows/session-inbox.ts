/**
 * Wires the messages of a session to its state: updates that queue, signals that end. What they do to the state is
 * decided in `core/session-rules.ts`.
 */
import { ApplicationFailure, defineSignal, defineUpdate, setHandler } from '@temporalio/workflow';
import { failureCodes } from '../core/errors.ts';
import { readAbort } from '../core/read-signals.ts';
import type { QueueInput, TakeBackInput, TakenBack } from '../core/session-messages.ts';
import { sessionSignals, sessionUpdates, takeBackUpdate } from '../core/session-messages.ts';
import { accept, refusal, takeBack, unfitKey, unknownQueue } from '../core/session-queues.ts';
import { abortRun } from '../core/session-rules.ts';
import type { QueueAnswer, QueueName, SessionInput, SessionState } from '../core/session.ts';
import type { RunningTurn } from './run-turn.ts';

/** The one changing thing of a session's workflow. */
export interface LiveSession {
  state: SessionState;
  /** The turn under way, if there is one. */
  turn?: RunningTurn;
}

/** Call it when `session` is complete: a message that came before runs inside this call. */
export function listen(session: LiveSession, host: SessionInput): void {
  for (const queue of Object.keys(sessionUpdates) as QueueName[]) {
    setHandler(
      defineUpdate<QueueAnswer, [QueueInput]>(sessionUpdates[queue]),
      (input) => {
        const accepted = accept(session.state, queue, input);
        const isNew = accepted.state !== session.state;
        session.state = accepted.state;
        // Said again, it is only answered again: what runs now may be another turn.
        if (input.interrupt === true && isNew) session.turn?.interrupt();
        return accepted.answer;
      },
      {
        validator: (input: QueueInput) => {
          const why = refusal(session.state, queue, { ...input, host });
          if (why !== undefined) throw ApplicationFailure.nonRetryable(why, failureCodes.refused);
        },
      },
    );
  }
  setHandler(
    defineUpdate<TakenBack, [TakeBackInput]>(takeBackUpdate),
    (input) => {
      const taken = takeBack(session.state, input);
      session.state = taken.state;
      return taken.answer;
    },
    {
      validator: ({ key, queue }: TakeBackInput) => {
        const why = unfitKey(key) ?? unknownQueue(queue);
        if (why !== undefined) throw ApplicationFailure.nonRetryable(why, failureCodes.refused);
      },
    },
  );
  setHandler(defineSignal<[unknown]>(sessionSignals.abort), (input) => {
    const abort = readAbort(input);
    if (abort === undefined) return;
    session.state = abortRun(session.state, abort);
    if (session.state.active?.aborted !== undefined) session.turn?.abort();
  });
  setHandler(defineSignal(sessionSignals.close), () => {
    session.state = { ...session.state, closing: true };
  });
  setHandler(defineSignal(sessionSignals.wake), () => undefined);
}
