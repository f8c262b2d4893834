/**
 * Compares a scenario in which a run was aborted. The reference's recording holds only as far as Turnkeeper means to do
 * the same; of the rest it promises more (D2), and that is what is asked for.
 *
 * A1. Up to the abort, and in every other run, events are as recorded.
 * A2. Every call of the message that was being worked on has exactly one result, in call order.
 * A3. The model is not asked again in that run; only a request that was under way may still leave its message.
 * A4. The run ends, and the transcript is what the events told.
 * A5. Executions of other messages are as recorded.
 */
import type { JsonObject } from '../../src/core/index.ts';
import type { Played, PlayedEvent } from './compare.ts';
import { differenceOfEvents, differenceOfLists, firstDifference } from './compare.ts';
import type { Execution, Recording } from './scenario.ts';

/** The first difference, or the first rule that was broken after an abort; undefined if there is none. */
export function firstBreach(expected: Recording, played: Played): string | undefined {
  const { abortedAt } = played;
  if (abortedAt === undefined) return firstDifference(expected, played);
  const recorded = runsOf(expected.events, (event) => event);
  const runs = runsOf(played.events, ({ event }) => event);
  const before = runsOf(played.events.slice(0, abortedAt), ({ event }) => event);
  const endedBefore = before.filter((run) => typeOf(run.at(-1)?.event) === 'agent_end').length;
  const aborted = Math.min(endedBefore, runs.length - 1);
  const run = runs[aborted] ?? [];
  const told = run.map(({ event }) => event);
  const known = abortedAt - runs.slice(0, aborted).flat().length;
  return (
    differenceOfLists('run', Array(recorded.length).fill('a run'), Array(runs.length).fill('a run')) ??
    recorded
      .map((events, index) =>
        index === aborted
          ? differenceOfEvents(events.slice(0, known), run.slice(0, known))
          : differenceOfEvents(events, runs[index] ?? []),
      )
      .find((difference) => difference !== undefined) ??
    endingBreach(told, known) ??
    differenceOfLists('message', endedMessages(played.events.map(({ event }) => event)), played.messages) ??
    otherExecutions(expected, played, callIds(lastAssistant(told)))
  );
}

/** A2 to A4. */
function endingBreach(run: readonly JsonObject[], known: number): string | undefined {
  const messages = endedMessages(run);
  const asked = endedMessages(run.slice(known)).filter(({ role }) => role === 'assistant').length;
  const turn = run.slice(0, known).findLastIndex(({ type }) => type === 'turn_start');
  const hadAnswer = endedMessages(run.slice(turn, known)).some(({ role }) => role === 'assistant');
  if (asked > (hadAnswer ? 0 : 1)) return `the model was asked again after the abort: ${JSON.stringify(messages)}`;
  if (typeOf(run.at(-1)) !== 'agent_end') return 'the aborted run has no end';
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  const results = messages.slice(last + 1).filter(({ role }) => role === 'toolResult');
  const answered = results.map(({ toolCallId }) => toolCallId);
  return differenceOfLists('result', last === -1 ? [] : callIds(messages[last]), answered);
}

/** A5. */
function otherExecutions(expected: Recording, played: Played, ids: readonly unknown[]): string | undefined {
  const others = (executed: readonly Execution[]) => executed.filter(({ toolCallId }) => !ids.includes(toolCallId));
  return differenceOfLists('execution', others(expected.executed), others(played.executed));
}

function runsOf<T extends JsonObject | PlayedEvent>(
  events: readonly T[],
  eventOf: (member: T) => JsonObject,
): readonly (readonly T[])[] {
  const starts = events.flatMap((event, index) => (typeOf(eventOf(event)) === 'agent_start' ? [index] : []));
  return starts.map((start, run) => events.slice(start, starts[run + 1]));
}

function typeOf(event: JsonObject | undefined): unknown {
  return event?.['type'];
}

function endedMessages(events: readonly JsonObject[]): readonly JsonObject[] {
  return events.flatMap(({ type, message }) => (type === 'message_end' ? [message as JsonObject] : []));
}

function lastAssistant(run: readonly JsonObject[]): JsonObject | undefined {
  return endedMessages(run).findLast(({ role }) => role === 'assistant');
}

function callIds(message: JsonObject | undefined): readonly unknown[] {
  const content = (message?.['content'] ?? []) as readonly JsonObject[];
  return content.filter(({ type }) => type === 'toolCall').map(({ id }) => id);
}
