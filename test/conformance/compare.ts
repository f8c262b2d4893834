/**
 * Compares what was played with what was recorded: exactly, with the exceptions of the scenarios' README and no others.
 *
 * C1. Of an error text that starts with `Validation failed for tool`, the first line and the set of paths count.
 * C2. Two `tool_execution_end` events of one batch that are less than 50 ms apart may come in either order: that were so
 *     when played, or that are so by the times which the scenario gives their tools, whatever a busy machine made of it.
 * C3. What each side makes itself (times, usage, ids) is left out by `shown.ts`.
 * C4. `executions.ts` puts the executions of one parallel batch in call order: which begins first is no promise.
 */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../src/core/index.ts';
import type { Execution, Recording } from './scenario.ts';

export interface PlayedEvent {
  /** The time of the event in milliseconds. */
  readonly at: number;
  /** Of an end: the milliseconds that the scenario gives its call. */
  readonly takes?: number;
  readonly event: JsonObject;
}

export interface Played {
  readonly messages: readonly JsonObject[];
  readonly events: readonly PlayedEvent[];
  readonly executed: readonly Execution[];
  /** How many events had been seen when an abort was sent, if one was. */
  readonly abortedAt?: number;
}

const CLOSE = 50;

/** The first difference, in one or a few lines; undefined if there is none. */
export function firstDifference(expected: Recording, played: Played): string | undefined {
  return (
    differenceOfLists('message', expected.messages.map(comparable), played.messages.map(comparable)) ??
    differenceOfEvents(expected.events, played.events) ??
    differenceOfLists('execution', expected.executed.map(comparable), played.executed.map(comparable))
  );
}

export function differenceOfEvents(
  expected: readonly JsonObject[],
  played: readonly PlayedEvent[],
): string | undefined {
  const recorded = expected.map(comparable);
  return differenceOfLists('event', recorded, closeEndsInOrder(recorded, played));
}

export function differenceOfLists(
  what: string,
  expected: readonly unknown[],
  played: readonly unknown[],
): string | undefined {
  const length = Math.max(expected.length, played.length);
  const at = Array.from({ length }, (_, index) => index).find(
    (index) => !isDeepStrictEqual(expected[index], played[index]),
  );
  if (at === undefined) return undefined;
  const shown = (list: readonly unknown[]): string => (at < list.length ? JSON.stringify(list[at]) : 'nothing');
  const count = expected.length === played.length ? '' : ` (of ${expected.length} expected, ${played.length} played)`;
  return `${what} ${at}${count} differs:\n  expected ${shown(expected)}\n  played   ${shown(played)}`;
}

/** C2: puts ends that follow each other and were close into the recorded order; all others stay where they are. */
function closeEndsInOrder(recorded: readonly unknown[], played: readonly PlayedEvent[]): readonly unknown[] {
  const events = played.map(({ event }) => comparable(event));
  const ordered: unknown[] = [];
  while (ordered.length < events.length) {
    const from = ordered.length;
    const after = events.findIndex((event, index) => index >= from && !isEnd(event));
    const to = Math.max(from + 1, after === -1 ? events.length : after);
    const block = { events: events.slice(from, to), ends: played.slice(from, to) };
    ordered.push(...reordered(recorded.slice(from, to), block));
  }
  return ordered;
}

function reordered(
  wanted: readonly unknown[],
  { events, ends }: { readonly events: readonly unknown[]; readonly ends: readonly PlayedEvent[] },
): readonly unknown[] {
  const free = new Set(events.keys());
  const places = wanted.map((event) => {
    const place = [...free].find((index) => isDeepStrictEqual(events[index], event)) ?? -1;
    free.delete(place);
    return place;
  });
  const overtaken = (place: number, later: number): boolean => place > later && !areClose(ends[place], ends[later]);
  const late = places.some((place, index) => places.slice(index + 1).some((later) => overtaken(place, later)));
  return free.size > 0 || places.includes(-1) || late ? events : wanted;
}

function areClose(one: PlayedEvent | undefined, other: PlayedEvent | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  if (Math.abs(one.at - other.at) < CLOSE) return true;
  return one.takes !== undefined && other.takes !== undefined && Math.abs(one.takes - other.takes) < CLOSE;
}

function isEnd(event: unknown): boolean {
  return typeof event === 'object' && event !== null && 'type' in event && event.type === 'tool_execution_end';
}

/** Without undefined members, and with C1 where an error's content stands. */
function comparable(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, member: unknown) => (isErrorResult(member) ? told(member) : member));
}

interface ErrorResult {
  readonly content: readonly { readonly text?: unknown }[];
}

function isErrorResult(value: unknown): value is ErrorResult {
  if (typeof value !== 'object' || value === null || !('isError' in value) || !('content' in value)) return false;
  return value.isError === true && Array.isArray(value.content);
}

function told(result: ErrorResult): ErrorResult {
  const content = result.content.map((block) =>
    typeof block.text === 'string' && block.text.startsWith('Validation failed for tool')
      ? { ...block, text: firstLineAndPaths(block.text) }
      : block,
  );
  return { ...result, content };
}

function firstLineAndPaths(text: string): string {
  const [head = ''] = text.split('\n', 1);
  const [problems = ''] = text.split('\n\nReceived arguments:', 1);
  const paths = [...problems.matchAll(/^ {2}- (.*?): /gm)].map(([, path]) => path ?? '');
  return [head, ...[...new Set(paths)].sort()].join('\n  - ');
}
