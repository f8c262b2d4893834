/**
 * From a session's history to its events, without those of its turns (`turn-fold.ts`). Pure: the same facts give the
 * same events, live and years later.
 */
import type { AgentEvent } from './events.ts';
import type { Fact } from './facts.ts';
import type { RunEnd, RunMemo, SessionInput } from './session.ts';
import type { RecoveredTurn, TurnInput } from './turn.ts';

export interface SessionFold {
  /** The newest turn of this execution, once it was started. */
  readonly turn?: TurnInput;
  /** The step that recovers a turn that died, and what it found. */
  readonly recovery?: { readonly scheduled: number; readonly found?: RecoveredTurn };
  /** The run under way; it may have begun in an earlier execution of the chain. */
  readonly open?: { readonly run: number; readonly turn: number };
}

export const emptySessionFold: SessionFold = {};

export interface Folded<State> {
  readonly state: State;
  readonly events: readonly AgentEvent[];
}

export function foldSession(state: SessionFold, fact: Fact): Folded<SessionFold> {
  switch (fact.kind) {
    case 'started':
      return { state: carriedRun(fact.input as SessionInput), events: [] };
    case 'childInitiated':
      return openTurn(fact.input as TurnInput, fact.at);
    case 'scheduled':
      return quiet(fact.type === 'recoverTurn' ? { ...state, recovery: { scheduled: fact.id } } : state);
    case 'completed':
      return quiet(state.recovery?.scheduled === fact.scheduled ? found(state, fact.result as RecoveredTurn) : state);
    case 'memo': {
      const { run, turn, ended, errorMessage } = fact.value as RunMemo;
      const more = errorMessage === undefined ? {} : { errorMessage };
      return closeRun(state, { type: 'agent_end', at: fact.at, run, turn, ended, ...more });
    }
    case 'closed':
      return state.open === undefined
        ? { state, events: [] }
        : closeRun(state, { type: 'agent_end', at: fact.at, ...state.open, ended: endBy(fact.how) });
    default:
      return quiet(state);
  }
}

function quiet(state: SessionFold): Folded<SessionFold> {
  return { state, events: [] };
}

function found(state: SessionFold, recovered: RecoveredTurn): SessionFold {
  return { ...state, recovery: { scheduled: state.recovery?.scheduled ?? 0, found: recovered } };
}

function carriedRun({ carried }: SessionInput): SessionFold {
  return carried?.active === undefined ? {} : { open: { run: carried.active.run, turn: carried.turn } };
}

/** What a turn begins with, before anything in its own history. */
function openTurn(turn: TurnInput, at: number): Folded<SessionFold> {
  const place = { run: turn.ref.run, turn: turn.ref.turn };
  const stamp = { at, ...place };
  return {
    state: { turn, open: place },
    events: [
      ...(turn.opensRun ? [{ type: 'agent_start' as const, ...stamp }] : []),
      { type: 'turn_start', ...stamp },
      ...turn.messages.flatMap((message) => [
        { type: 'message_start' as const, message, ...stamp },
        { type: 'message_end' as const, message, ...stamp },
      ]),
    ],
  };
}

/** How a run ended whose session was closed under it. */
function endBy(how: Extract<Fact, { kind: 'closed' }>['how']): RunEnd {
  if (how === 'completed') return 'answered';
  return how === 'failed' || how === 'timedOut' ? 'error' : 'aborted';
}

function closeRun({ open: _closed, ...state }: SessionFold, end: AgentEvent): Folded<SessionFold> {
  return { state, events: [end] };
}
