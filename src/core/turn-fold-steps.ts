/**
 * The events of a turn's parts: the answer, a call's start and end, the commit, the recovery of a turn that died. What a
 * fact means is decided in `turn-fold.ts`.
 */
import type { CallResult } from './calls.ts';
import { resultMessage } from './calls.ts';
import type { AgentEvent } from './events.ts';
import { cancelledRequest, failedRequest } from './failures.ts';
import type { AssistantMessage } from './messages.ts';
import type { Folded } from './session-fold.ts';
import type { TurnFold } from './turn-fold-state.ts';
import {
  blockAt,
  callPlace,
  joined,
  messageEvents,
  messagesFollowCalls,
  place,
  quiet,
  resultMessages,
} from './turn-fold-state.ts';
import type { MadeResult, RecoveredTurn } from './turn.ts';

export function assistantSaid(state: TurnFold, message: AssistantMessage, at: number): Folded<TurnFold> {
  const stamp = { at, ...place(state) };
  return {
    state: { ...state, message },
    events: [
      { type: 'message_start', message, ...stamp },
      { type: 'message_end', message, ...stamp },
    ],
  };
}

export function started(state: TurnFold, index: number, at: number): Folded<TurnFold> {
  const call = callPlace(state, index);
  const begun = new Set(state.begun).add(index);
  return {
    state: { ...state, begun },
    events: [{ type: 'tool_execution_start', at, ...call, args: blockAt(state, index).arguments }],
  };
}

export function ended(
  state: TurnFold,
  index: number,
  { result, ...when }: { readonly result: CallResult; readonly at: number; readonly durationMs?: number },
): Folded<TurnFold> {
  const message = resultMessage(blockAt(state, index), result);
  const next = { ...state, messages: new Map(state.messages).set(index, message) };
  const told = { ...callPlace(state, index), result, isError: result.isError };
  const end: AgentEvent = { type: 'tool_execution_end', ...told, ...when };
  const shown = messagesFollowCalls(state) ? shownMessages(next, when.at) : quiet(next);
  return joined({ state: next, events: [end] }, shown);
}

/** Shows the messages that are next in call order; one that comes early waits for those before it. */
function shownMessages(state: TurnFold, at: number): Folded<TurnFold> {
  const message = state.messages.get(state.shown);
  if (message === undefined) return quiet(state);
  const next = { ...state, shown: state.shown + 1 };
  return joined({ state: next, events: messageEvents(state, message, at) }, shownMessages(next, at));
}

export function committed(
  before: TurnFold,
  { made, head }: { readonly made: readonly MadeResult[]; readonly head: string | null },
  at: number,
): Folded<TurnFold> {
  const state = head === null ? before : { ...before, committed: head };
  const said = state.message === undefined ? neverAsked(state, at) : quiet(state);
  const all = made.reduce(
    (folded, { index, result }) => joined(folded, endedUnstarted(folded.state, index, { result, at })),
    said,
  );
  return joined(all, closed(all.state, at));
}

/** A call that the workflow ended before anything of it was scheduled, perhaps before its verdict. */
function endedUnstarted(
  state: TurnFold,
  index: number,
  { result, at }: { readonly result: CallResult; readonly at: number },
) {
  const start = state.begun.has(index) ? quiet(state) : started(state, index, at);
  return joined(start, ended(start.state, index, { result, at }));
}

function closed(state: TurnFold, at: number): Folded<TurnFold> {
  if (messagesFollowCalls(state)) return turnEnd(state, at);
  const messages = resultMessages(state).flatMap((message) => messageEvents(state, message, at));
  return joined({ state, events: messages }, turnEnd(state, at));
}

export function turnEnd(state: TurnFold, at: number): Folded<TurnFold> {
  if (state.message === undefined) return quiet(state);
  const toolResults = resultMessages(state);
  return {
    state: { ...state, ended: 'yes' },
    events: [{ type: 'turn_end', at, ...place(state), message: state.message, toolResults }],
  };
}

/** What the session's `recoverTurn` added to a turn that died. */
export function foldRecovery(state: TurnFold, { outcome, message, made }: RecoveredTurn, at: number): Folded<TurnFold> {
  if (state.ended === 'yes') return quiet(state);
  const said = message === undefined ? quiet(state) : assistantSaid(state, message, at);
  return joined(said, committed(said.state, { made, head: outcome.head }, at));
}

/** The run was aborted before the model could be asked. */
function neverAsked(state: TurnFold, at: number): Folded<TurnFold> {
  return assistantSaid(state, failedRequest(modelOf(state), cancelledRequest, state.taskAt), at);
}

export function modelOf({ input }: TurnFold): string {
  return input.model ?? input.agent;
}
