/**
 * Follows a session: its history and its turns' histories, folded to events. The order is the histories' own; progress
 * is put between a call's start and its end.
 */
import type { Client } from '@temporalio/client';
import type { AgentEvent, FollowedEvent } from '../core/events.ts';
import type { Fact } from '../core/facts.ts';
import type { ProgressSource } from '../core/progress.ts';
import { emptySessionFold, foldSession } from '../core/session-fold.ts';
import type { TurnFold } from '../core/turn-fold-state.ts';
import { emptyTurnFold } from '../core/turn-fold-state.ts';
import { foldTurn } from '../core/turn-fold.ts';
import { foldRecovery } from '../core/turn-fold-steps.ts';
import type { TurnInput } from '../core/turn.ts';
import { comparePlaces, writeCursor, type Place } from './cursor.ts';
import type { HeartbeatProgress } from './heartbeat-progress.ts';
import type { ExecutionRef } from './history.ts';
import { historyFacts } from './history.ts';
import type { SharedHistories } from './shared-histories.ts';
import type { PlacedEvent } from './with-progress.ts';
import { withProgress } from './with-progress.ts';

/** What those who follow from one process share. */
export interface FollowDeps {
  readonly client: Client;
  readonly histories: SharedHistories;
  readonly heartbeats: HeartbeatProgress;
  /** What this process itself knows of progress. */
  readonly progress?: ProgressSource;
}

export interface FollowPlan {
  readonly workflowId: string;
  /** The first run of the chain to read. */
  readonly runId: string;
  /** Events up to this place, which is in that run, are passed over. */
  readonly after?: Place;
  /** `live` waits for what comes; `recorded` ends with what there is. */
  readonly wait: 'live' | 'recorded';
  /** Runs before this one are passed over, their turns unread. */
  readonly fromRun: number;
  /** Turns before this one stay unread: the session alone tells of them. `Infinity` reads none. Default: 1. */
  readonly fromTurn?: number;
  readonly signal: AbortSignal;
}

/** Ends with the session, or when `signal` aborts. */
export async function* followSession(deps: FollowDeps, options: FollowPlan): AsyncGenerator<FollowedEvent> {
  for await (const placed of placedEvents(deps, options)) {
    if (placed.event.run < options.fromRun || isPast(placed, options.after)) continue;
    yield { event: placed.event, cursor: writeCursor(placed.place) };
  }
}

/** Progress has the place of the event before it, which may be the last one seen. */
function isPast({ place, transient }: PlacedEvent, after: Place | undefined): boolean {
  if (after === undefined || place.runId !== after.runId) return false;
  const order = comparePlaces(place, after);
  return transient === true ? order < 0 : order <= 0;
}

async function* placedEvents(deps: FollowDeps, options: FollowPlan): AsyncGenerator<PlacedEvent> {
  let runId: string | undefined = options.runId;
  while (runId !== undefined) {
    const current: string = runId;
    runId = undefined;
    let fold = emptySessionFold;
    let turnFold: TurnFold | undefined;
    for await (const fact of factsOf(deps, { workflowId: options.workflowId, runId: current }, options)) {
      const folded = foldSession(fold, fact);
      fold = folded.state;
      const place = { runId: current, id: fact.id };
      yield* placedAt(place, folded.events);
      const { turn } = fold;
      if (fact.kind === 'childStarted' && turn !== undefined && isRead(turn, place, options)) {
        turnFold = yield* followTurn(deps, { turn, child: fact, begin: { ...place, index: 0 } }, options);
      }
      if (fact.kind === 'completed' && fold.recovery?.found !== undefined && turnFold !== undefined) {
        yield* placedAt(place, foldRecovery(turnFold, fold.recovery.found, fact.at).events);
        turnFold = undefined;
      }
      if (fact.kind === 'continued') runId = fact.runId;
    }
  }
}

function factsOf(
  { client, histories }: FollowDeps,
  ref: Required<ExecutionRef>,
  { wait, signal }: Pick<FollowPlan, 'wait' | 'signal'>,
): AsyncGenerator<Fact> {
  return wait === 'live' ? histories.follow(ref, signal) : historyFacts(client, ref, { wait, signal });
}

function* placedAt(place: Omit<Place, 'index'>, events: readonly AgentEvent[]): Generator<PlacedEvent> {
  for (const [index, event] of events.entries()) yield { event, place: { ...place, index } };
}

function isRead(
  { ref }: TurnInput,
  { runId, id }: Omit<Place, 'index'>,
  { fromRun, fromTurn = 1, after }: FollowPlan,
): boolean {
  const isBehind = after?.runId === runId && id < after.id;
  return ref.run >= fromRun && ref.turn >= fromTurn && !isBehind;
}

interface FollowedTurn {
  readonly turn: TurnInput;
  readonly child: Extract<Fact, { kind: 'childStarted' }>;
  readonly begin: Place;
}

async function* followTurn(
  deps: FollowDeps,
  followed: FollowedTurn,
  { wait, signal }: FollowPlan,
): AsyncGenerator<PlacedEvent, TurnFold> {
  const stop = new AbortController();
  const both = AbortSignal.any([signal, stop.signal]);
  const events = turnEvents(followed, factsOf(deps, followed.child, { wait, signal: both }));
  const { heartbeats, progress: local } = deps;
  const { turn, begin } = followed;
  try {
    return yield* wait === 'recorded' ? events : withProgress(events, { ref: turn.ref, begin, local, heartbeats });
  } finally {
    stop.abort();
  }
}

async function* turnEvents(
  { turn, begin }: FollowedTurn,
  facts: AsyncIterable<Fact>,
): AsyncGenerator<PlacedEvent, TurnFold> {
  let fold = emptyTurnFold(turn);
  for await (const fact of facts) {
    const folded = foldTurn(fold, fact);
    fold = folded.state;
    yield* placedAt({ runId: begin.runId, id: begin.id, inTurn: fact.id }, folded.events);
  }
  return fold;
}
