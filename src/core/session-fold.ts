/**
 * From a session's history to its events, without those of its turns (`turn-fold.ts`). Pure: the same facts give the
 * same events, live and years later.
 */
import type { AgentEvent } from './events.ts';
import type { Fact } from './facts.ts';
import type { RunMemo } from './session.ts';
import type { TurnInput } from './turn.ts';

export interface SessionFold {
  /** The newest turn, once it was started. */
  readonly turn?: TurnInput;
  readonly open: boolean;
}

export const emptySessionFold: SessionFold = { open: false };

export interface Folded<State> {
  readonly state: State;
  readonly events: readonly AgentEvent[];
}

export function foldSession(state: SessionFold, fact: Fact): Folded<SessionFold> {
  switch (fact.kind) {
    case 'childInitiated':
      return openTurn(fact.input as TurnInput, fact.at);
    case 'memo': {
      const memo = fact.value as RunMemo;
      const { errorMessage } = memo;
      return closeRun(state, memo, fact.at, errorMessage === undefined ? {} : { errorMessage });
    }
    case 'closed': {
      if (!state.open || state.turn === undefined) return { state, events: [] };
      const { run, turn } = state.turn.ref;
      const ended = fact.how === 'completed' ? 'answered' : 'aborted';
      return closeRun(state, { run, turn, ended }, fact.at, {});
    }
    default:
      return { state, events: [] };
  }
}

/** What a turn begins with, before anything in its own history. */
function openTurn(turn: TurnInput, at: number): Folded<SessionFold> {
  const stamp = { at, run: turn.ref.run, turn: turn.ref.turn };
  return {
    state: { turn, open: true },
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

function closeRun(
  state: SessionFold,
  { run, turn, ended }: Pick<RunMemo, 'run' | 'turn' | 'ended'>,
  at: number,
  more: { readonly errorMessage?: string },
): Folded<SessionFold> {
  return { state: { ...state, open: false }, events: [{ type: 'agent_end', at, run, turn, ended, ...more }] };
}
