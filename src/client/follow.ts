/**
 * Follows a session: its history and its turns' histories, folded to events. The order is the histories' own; progress
 * of the same process is put between a call's start and its end.
 */
import type { Client } from '@temporalio/client';
import type { AgentEvent } from '../core/events.ts';
import type { Fact } from '../core/facts.ts';
import { callId } from '../core/identity.ts';
import type { ProgressSource } from '../core/progress.ts';
import { emptySessionFold, foldSession } from '../core/session-fold.ts';
import type { TurnFold } from '../core/turn-fold-state.ts';
import { emptyTurnFold } from '../core/turn-fold-state.ts';
import { foldTurn } from '../core/turn-fold.ts';
import { foldRecovery } from '../core/turn-fold-steps.ts';
import type { TurnInput } from '../core/turn.ts';
import { historyFacts } from './history.ts';
import { withProgress } from './with-progress.ts';

export interface FollowOptions {
  readonly workflowId: string;
  /** The first run of the chain to read; default: the newest. */
  readonly runId?: string;
  /** `live` waits for what comes; `recorded` ends with what there is. */
  readonly wait: 'live' | 'recorded';
  /** Runs before this one are passed over, their turns unread. */
  readonly fromRun: number;
  /** Turns before this one stay unread: the session alone tells of them. `Infinity` reads none. Default: 1. */
  readonly fromTurn?: number;
  readonly progress?: ProgressSource;
  readonly signal?: AbortSignal;
}

/** Ends with the session, or when `signal` aborts. */
export async function* followSession(client: Client, options: FollowOptions): AsyncGenerator<AgentEvent> {
  let runId = options.runId;
  do {
    let next: string | undefined;
    let fold = emptySessionFold;
    let turnFold: TurnFold | undefined;
    const ref = { workflowId: options.workflowId, ...(runId === undefined ? {} : { runId }) };
    for await (const fact of historyFacts(client, ref, options)) {
      const folded = foldSession(fold, fact);
      fold = folded.state;
      yield* folded.events.filter((event) => event.run >= options.fromRun);
      const { turn } = fold;
      if (fact.kind === 'childStarted' && turn !== undefined && isRead(turn, options)) {
        turnFold = yield* followTurn(client, turn, fact, options);
      }
      if (fact.kind === 'completed' && fold.recovery?.found !== undefined && turnFold !== undefined) {
        yield* foldRecovery(turnFold, fold.recovery.found, fact.at).events;
        turnFold = undefined;
      }
      if (fact.kind === 'continued') next = fact.runId;
    }
    runId = next;
  } while (runId !== undefined);
}

function isRead({ ref }: TurnInput, { fromRun, fromTurn = 1 }: FollowOptions): boolean {
  return ref.run >= fromRun && ref.turn >= fromTurn;
}

async function* followTurn(
  client: Client,
  turn: TurnInput,
  child: Extract<Fact, { kind: 'childStarted' }>,
  options: FollowOptions,
): AsyncGenerator<AgentEvent, TurnFold> {
  const stop = new AbortController();
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal]);
  const events = turnEvents(turn, historyFacts(client, child, { wait: options.wait, signal }));
  try {
    return yield* options.progress === undefined || options.wait === 'recorded'
      ? events
      : withProgress(events, options.progress, (index) => callId(turn.ref, index));
  } finally {
    stop.abort();
  }
}

async function* turnEvents(turn: TurnInput, facts: AsyncIterable<Fact>): AsyncGenerator<AgentEvent, TurnFold> {
  let fold = emptyTurnFold(turn);
  for await (const fact of facts) {
    const folded = foldTurn(fold, fact);
    fold = folded.state;
    yield* folded.events;
  }
  return fold;
}
