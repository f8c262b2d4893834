/** The comparison of the conformance harness bites, and forgives only what the scenarios' README forgives. */
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { firstDifference, type Played } from '../../conformance/compare.ts';
import type { Recording } from '../../conformance/scenario.ts';

const text = (said: string) => [{ type: 'text', text: said }];
const end = (toolCallId: string, said = 'done', isError = false): JsonObject => ({
  type: 'tool_execution_end',
  toolCallId,
  toolName: 'nap',
  isError,
  content: text(said),
});
const start = (toolCallId: string): JsonObject => ({ type: 'tool_execution_start', toolCallId, toolName: 'nap' });
const refusal = (path: string, more = 'must be number'): string =>
  `Validation failed for tool "nap":\n  - ${path}: ${more}\n\nReceived arguments:\n{}`;
const result = (said: string): JsonObject => ({
  role: 'toolResult',
  toolCallId: 'a',
  isError: true,
  content: text(said),
});

const recorded: Recording = {
  messages: [{ role: 'user', content: text('go') }, result('no')],
  events: [{ type: 'agent_start' }, start('a'), start('b'), end('a'), end('b'), { type: 'agent_end' }],
  executed: [
    { tool: 'nap', toolCallId: 'a', params: { ms: 1 } },
    { tool: 'nap', toolCallId: 'b', params: { ms: 2 } },
  ],
};

/** The same, played; each event 100 ms after the one before unless `times` says when. */
function played(change: Partial<Recording> = {}, times: readonly number[] = []): Played {
  const { events, ...rest } = { ...recorded, ...change };
  return { ...rest, events: events.map((event, index) => ({ event, at: times[index] ?? index * 100 })) };
}

const taken = ({ events }: Played, index: number) => events[index] ?? { event: {}, at: 0 };
const changedEnds = { events: [...recorded.events.slice(0, 3), end('b'), end('a'), { type: 'agent_end' }] };

it('what was played as recorded has no difference', () => {
  expect(firstDifference(recorded, played())).toBeUndefined();
});

it('a changed message is a difference, and it is shown', () => {
  const difference = firstDifference(
    recorded,
    played({ messages: [{ role: 'user', content: text('went') }, result('no')] }),
  );
  expect(difference).toBe(
    'message 0 differs:\n' +
      '  expected {"role":"user","content":[{"type":"text","text":"go"}]}\n' +
      '  played   {"role":"user","content":[{"type":"text","text":"went"}]}',
  );
});

it.each([
  ['a lost message', { messages: recorded.messages.slice(0, 1) }, 'message 1 (of 2 expected, 1 played) differs'],
  ['an additional message', { messages: [...recorded.messages, result('x')] }, 'message 2 (of 2 expected, 3 played)'],
  ['a lost event', { events: recorded.events.slice(0, -1) }, 'event 5 (of 6 expected, 5 played) differs'],
  ['an additional event', { events: [...recorded.events, start('c')] }, 'event 6 (of 6 expected, 7 played) differs'],
  ['a changed event', { events: recorded.events.with(3, end('a', 'other')) }, 'event 3 differs'],
  ['an additional execution', { executed: [...recorded.executed, ...recorded.executed] }, 'execution 2 (of 2'],
  ['a lost execution', { executed: recorded.executed.slice(1) }, 'execution 0 (of 2 expected, 1 played) differs'],
  ['executions in another order', { executed: recorded.executed.toReversed() }, 'execution 0 differs'],
  ['starts in another order', { events: [{ type: 'agent_start' }, start('b'), start('a')] }, 'event 1 (of 6'],
  ['a flag that is not recorded', { messages: [recorded.messages[0] ?? {}, { ...result('no'), x: 1 }] }, 'message 1'],
])('%s is a difference', (_what, change, difference) => {
  expect(firstDifference(recorded, played(change))).toContain(difference);
});

it('ends less than 50 ms apart may come in either order', () => {
  expect(firstDifference(recorded, played(changedEnds, [0, 10, 10, 400, 449, 500]))).toBeUndefined();
});

it('ends 50 ms apart must come in the recorded order', () => {
  const difference = firstDifference(recorded, played(changedEnds, [0, 10, 10, 400, 450, 500]));
  expect(difference).toContain('event 3 differs');
});

it('ends of calls that take equally long by the scenario may come in either order on any machine', () => {
  const far = played(changedEnds, [0, 10, 10, 400, 900, 1000]);
  const taking = (a: number, b: number): Played => ({
    ...far,
    events: far.events.with(3, { ...taken(far, 3), takes: b }).with(4, { ...taken(far, 4), takes: a }),
  });

  expect(firstDifference(recorded, taking(100, 149))).toBeUndefined();
  expect(firstDifference(recorded, taking(100, 150))).toContain('event 3 differs');
});

it('an end may not overtake what is not an end', () => {
  const events = [{ type: 'agent_start' }, start('a'), end('a'), start('b'), end('b'), { type: 'agent_end' }];
  expect(firstDifference(recorded, played({ events }, [0, 0, 0, 0, 0, 0]))).toContain('event 2 differs');
});

it('a refusal of arguments is compared by its first line and its paths, not by its words', () => {
  const expected = { ...recorded, messages: [result(refusal('ms'))] };
  const difference = (said: string) => firstDifference(expected, played({ messages: [result(said)] }));

  expect(difference(refusal('ms', 'is not a number'))).toBeUndefined();
  expect(difference(refusal('ms').replace('{}', '{"a":1}'))).toBeUndefined();
  expect(difference(refusal('ms: must be number\n  - ms'))).toBeUndefined();
  expect(difference(refusal('other'))).toContain('message 0 differs');
  expect(difference(refusal('ms').replace('"nap"', '"run"'))).toContain('message 0 differs');
});

it('a tool that answers in the words of a refusal is compared to the letter', () => {
  const answer = (said: string): JsonObject => ({ ...result(said), isError: false });
  const expected = { ...recorded, messages: [answer(refusal('ms', 'a'))] };
  expect(firstDifference(expected, played({ messages: [answer(refusal('ms', 'b'))] }))).toContain('message 0 differs');
});
