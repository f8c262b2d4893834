/**
 * A session's record as a timeline: what a run looks like, and below each turn when it began, how long it took and what
 * it used. Pure.
 */
import { resultKind } from '../../core/errors.ts';
import type { AgentEvent } from '../../core/events.ts';
import type { Usage } from '../../core/messages.ts';
import { clockTime, dateTime, duration } from './duration.ts';
import type { Look } from './render-call.ts';
import type { RunView } from './render-event.ts';
import { emptyView, renderEvent } from './render-event.ts';
import { addUsage, usageText } from './usage-text.ts';

/** What was seen so far. Times are milliseconds since the epoch. */
export interface Timeline {
  readonly view: RunView;
  /** The turn that has begun and not ended. */
  readonly open?: { readonly turn: number; readonly at: number };
  /** When the calls of the batch could begin, by index. */
  readonly begun: ReadonlyMap<number, number>;
  readonly usage?: Usage;
  readonly newest: 'settled' | 'under way';
}

export const emptyTimeline: Timeline = { view: emptyView, begun: new Map(), newest: 'settled' };

export function addToTimeline(
  seen: Timeline,
  event: AgentEvent,
  look: Look,
): { readonly timeline: Timeline; readonly lines: readonly string[] } {
  const { view, lines } = renderEvent(seen.view, timed(seen, event), look);
  const next = { ...seen, view };
  switch (event.type) {
    case 'agent_start':
      return { timeline: { ...next, newest: 'under way' }, lines };
    case 'turn_start':
      return { timeline: { ...next, begun: new Map(), open: { turn: event.turn, at: event.at } }, lines };
    case 'tool_execution_start':
      return { timeline: { ...next, begun: new Map([...seen.begun, [event.index, event.at]]) }, lines };
    case 'approval_decided':
      return { timeline: { ...next, begun: new Map([...seen.begun, [event.index, event.at]]) }, lines };
    case 'turn_end': {
      const { open, ...rest } = next;
      const used = event.message.role === 'assistant' ? event.message.usage : undefined;
      const usage = used === undefined ? {} : { usage: addUsage(seen.usage, used) };
      const sums = open === undefined ? [] : [turnSum(event, open.at, used)];
      const line = sums.map((sum) => look.style.dim(`${clockTime(event.at)}  ${sum}`));
      return { timeline: { ...rest, ...usage }, lines: [...lines, ...line] };
    }
    case 'agent_end': {
      const { open: _open, ...rest } = next;
      return { timeline: { ...rest, newest: 'settled' }, lines };
    }
    case 'message_start':
    case 'message_update':
    case 'message_end':
    case 'request_mended':
    case 'tool_execution_update':
    case 'tool_execution_end':
    case 'approval_requested':
      return { timeline: next, lines };
  }
}

function turnSum({ turn, at }: AgentEvent, since: number, usage: Usage | undefined): string {
  const used = usageText(usage);
  const parts = [`turn ${turn} began ${dateTime(since)}`, `took ${duration(at - since)}`];
  return [...parts, ...(used === undefined ? [] : [used])].join(' · ');
}

/** Kinds of calls that ran, or may have. */
const ran = new Set(['Aborted', 'TimedOut', 'Failed', 'OutcomeUnknown', 'TooLarge']);

/** A call whose activity failed has no duration of its own: it is the time since it could begin. */
function timed({ begun }: Timeline, event: AgentEvent): AgentEvent {
  if (event.type !== 'tool_execution_end' || event.durationMs !== undefined) return event;
  const kind = resultKind(event.result.details);
  const since = begun.get(event.index);
  if (kind === undefined || !ran.has(kind) || since === undefined) return event;
  return { ...event, durationMs: event.at - since };
}
