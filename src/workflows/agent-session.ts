/**
 * One conversation: takes prompts, runs their turns as children, one at a time, and remembers only the transcript's
 * head and its queues. What is decided stands in `core/session-rules.ts`; this file waits, starts and remembers.
 */
import { allHandlersFinished, condition, upsertMemo, workflowInfo } from '@temporalio/workflow';
import { memoKey } from '../core/session-messages.ts';
import { undelivered } from '../core/session-queues.ts';
import { emptySession, finishTurn, hasWork, openRun, passWithdrawn, startTurn } from '../core/session-rules.ts';
import type { RunMemo, SessionInput, SessionOutcome, SessionState } from '../core/session.ts';
import type { TurnInput, TurnOutcome } from '../core/turn.ts';
import { awaitWork } from './await-work.ts';
import { tellEnd, tellIdle, tellRunning } from './current-details.ts';
import { isLong, isOutdated, rollOver } from './roll-over.ts';
import { runTurn } from './run-turn.ts';
import type { LiveSession } from './session-inbox.ts';
import { listen } from './session-inbox.ts';

export async function agentSession(input: SessionInput): Promise<SessionOutcome> {
  const session: LiveSession = { state: input.carried ?? openingState(input) };
  listen(session, input);

  for (;;) {
    tellIdle();
    await awaitWork(session, input);
    endWithdrawn(session);
    if (session.state.closing === true && !hasWork(session.state)) break;
    if (isOutdated(input)) await rollOver(session, input);
    if (!hasWork(session.state)) continue;
    const outcome = await takeTurn(input, session);
    const finished = finishTurn(session.state, input.given === undefined ? outcome : asOnlyTurn(outcome));
    session.state = finished.state;
    if (finished.ended !== undefined) {
      const { run, turn } = session.state;
      const errorMessage = outcome.errorMessage ?? finished.why;
      noteEnd({ run, turn, ended: finished.ended, ...(errorMessage === undefined ? {} : { errorMessage }) });
    }
    if (isLong(session.state, input)) await rollOver(session, input);
  }
  tellEnd(session.state.expired === undefined ? 'closed' : 'expired');
  await condition(allHandlersFinished);
  return outcomeOf(session.state);
}

function outcomeOf(state: SessionState): SessionOutcome {
  const left = undelivered(state);
  return {
    head: state.head,
    turns: state.turn,
    ...(state.expired === undefined ? {} : { expired: state.expired }),
    ...(left.length === 0 ? {} : { undelivered: left }),
  };
}

/** Runs whose prompts were taken back end in their turn, so that whoever waits for one of them is told. */
function endWithdrawn(session: LiveSession): void {
  const { state, ended } = passWithdrawn(session.state);
  session.state = state;
  for (const run of ended) noteEnd({ run, turn: state.turn, ended: 'withdrawn' });
}

function noteEnd(memo: RunMemo): void {
  upsertMemo({ [memoKey]: { ...memo, at: Date.now() } });
}

/** A session for given calls has one run that is active at once, and closes after it. */
function openingState({ given }: SessionInput): SessionState {
  return given === undefined
    ? emptySession
    : { ...emptySession, run: 1, active: { run: 1, turns: 0, inject: [] }, closing: true };
}

async function takeTurn(input: SessionInput, session: LiveSession): Promise<TurnOutcome> {
  session.state = startTurn(openRun(session.state));
  const turn = nextTurn(input, session.state);
  tellRunning(turn.ref);
  session.turn = runTurn(turn);
  try {
    return await session.turn.outcome;
  } finally {
    delete session.turn;
  }
}

/** Given calls are executed once: there is no model that would be asked about their results. */
function asOnlyTurn({ paused: _asked, ...outcome }: TurnOutcome): TurnOutcome {
  return { ...outcome, calls: 0 };
}

/** The input of the turn that `state` has just started. */
function nextTurn({ agent, model, given }: SessionInput, state: SessionState): TurnInput {
  const { workflowId, firstExecutionRunId } = workflowInfo();
  return {
    ref: { session: workflowId, execution: firstExecutionRunId, turn: state.turn, run: state.run },
    agent,
    ...(model === undefined ? {} : { model }),
    head: state.head,
    messages: state.active?.inject ?? [],
    opensRun: state.active?.turns === 0,
    ...(state.active?.aborted === undefined ? {} : { aborted: true }),
    ...(given === undefined || state.turn > 1 ? {} : { given }),
    ...(state.policy === undefined ? {} : { heartbeatTimeout: state.policy.heartbeatTimeout }),
  };
}
