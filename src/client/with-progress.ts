/**
 * Puts progress of the same process between a call's start event and its end event, in order, each update once.
 */
import type { AgentEvent } from '../core/events.ts';
import type { ProgressSource } from '../core/progress.ts';
import { Bell } from './bell.ts';

type Start = Extract<AgentEvent, { type: 'tool_execution_start' }>;

/** @param idOf the call id under which the source keeps the progress of the call at an index */
export async function* withProgress<End>(
  events: AsyncGenerator<AgentEvent, End>,
  source: ProgressSource,
  idOf: (index: number) => string,
): AsyncGenerator<AgentEvent, End> {
  const running = new Map<number, { readonly start: Start; seen: number }>();
  const bell = new Bell();
  const stop = source.subscribe(() => {
    bell.ring();
  });
  try {
    let pending = events.next();
    let update = bell.rung();
    for (;;) {
      const next = await Promise.race([pending, update]);
      if (next === 'rung') {
        update = bell.rung();
        for (const index of running.keys()) yield* fresh(running, source, idOf, index);
        continue;
      }
      if (next.done) return next.value;
      const event = next.value;
      if (event.type === 'tool_execution_end') {
        yield* fresh(running, source, idOf, event.index);
        running.delete(event.index);
      }
      yield event;
      if (event.type === 'tool_execution_start') {
        running.set(event.index, { start: event, seen: 0 });
        yield* fresh(running, source, idOf, event.index);
      }
      pending = events.next();
    }
  } finally {
    stop();
    // Not awaited: a poll may be under way, and whoever made `events` ends it.
    void events.return(undefined as never);
  }
}

function* fresh(
  running: Map<number, { readonly start: Start; seen: number }>,
  source: ProgressSource,
  idOf: (index: number) => string,
  index: number,
): Generator<AgentEvent> {
  const call = running.get(index);
  if (call === undefined) return;
  const { args: _args, type: _type, ...place } = call.start;
  for (const partial of source.since(idOf(index), call.seen)) {
    call.seen = partial.sequence;
    yield { ...place, type: 'tool_execution_update', at: Date.now(), partial };
  }
}
