/**
 * Puts what a turn's activities say between the events of its history: of the model until its message is a fact, of a
 * call between its start and its end. In order, each update once, nothing after the end.
 */
import type { AgentEvent } from '../core/events.ts';
import { callId, modelChannel, turnWorkflowId, type TurnRef } from '../core/identity.ts';
import type { ProgressSource, ProgressUpdate } from '../core/progress.ts';
import { Bell } from './bell.ts';
import type { Place } from './cursor.ts';
import type { HeartbeatProgress } from './heartbeat-progress.ts';
import { Utterance } from './utterance.ts';

/** `transient`: outside history, behind the event whose place it has. */
export interface PlacedEvent {
  readonly event: AgentEvent;
  readonly place: Place;
  readonly transient?: true;
}

export interface ProgressOfTurn {
  readonly ref: TurnRef;
  /** The place before the turn's first event. */
  readonly begin: Place;
  /** What this process knows, if anything runs in it. */
  readonly local: ProgressSource | undefined;
  /** What other processes tell the server. */
  readonly heartbeats: HeartbeatProgress;
}

export async function* withProgress<End>(
  events: AsyncGenerator<PlacedEvent, End>,
  { ref, begin, local, heartbeats }: ProgressOfTurn,
): AsyncGenerator<PlacedEvent, End> {
  const open = new Map([[modelChannel(ref), Utterance.ofModel(ref)]]);
  const bell = new Bell();
  const ring = (): void => {
    bell.ring();
  };
  const remote = heartbeats.watch(turnWorkflowId(ref), {
    wants: () => [...open.keys()].some((channel) => local?.isHere(channel) !== true),
    ring,
  });
  const stop = local?.subscribe(ring);
  let place = begin;
  const fresh = function* (channel: string): Generator<PlacedEvent> {
    const utterance = open.get(channel);
    if (utterance === undefined) return;
    const said: readonly ProgressUpdate[] = [
      ...(local?.since(channel, utterance.seen) ?? []),
      ...remote.since(channel, utterance.seen),
    ];
    for (const event of said.toSorted((a, b) => a.sequence - b.sequence).flatMap((update) => utterance.take(update))) {
      yield { event, place, transient: true };
    }
  };
  try {
    yield* fresh(modelChannel(ref));
    let pending = events.next();
    let update = bell.rung();
    for (;;) {
      const next = await Promise.race([pending, update]);
      if (next === 'rung') {
        update = bell.rung();
        for (const channel of open.keys()) yield* fresh(channel);
        continue;
      }
      if (next.done) return next.value;
      const { event } = next.value;
      const closing = closes(event, ref);
      if (closing !== undefined) {
        yield* fresh(closing);
        open.delete(closing);
      }
      place = next.value.place;
      yield next.value;
      if (event.type === 'tool_execution_start') {
        const channel = callId(ref, event.index);
        open.set(channel, Utterance.ofCall(event));
        yield* fresh(channel);
      }
      pending = events.next();
    }
  } finally {
    stop?.();
    remote.stop();
    // Not awaited: a poll may be under way, and whoever made `events` ends it.
    void events.return(undefined as never);
  }
}

/** The channel in which nothing is said from this event on. */
function closes(event: AgentEvent, ref: TurnRef): string | undefined {
  if (event.type === 'message_start' && event.message.role === 'assistant') return modelChannel(ref);
  return event.type === 'tool_execution_end' ? callId(ref, event.index) : undefined;
}
