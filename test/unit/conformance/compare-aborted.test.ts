/** After an abort the harness asks for what Turnkeeper promises, and for no less. */
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { firstBreach } from '../../conformance/compare-aborted.ts';
import type { Recording } from '../../conformance/scenario.ts';

const call = (id: string) => ({ type: 'toolCall', id, name: 'nap', arguments: {} });
const asks: JsonObject = { role: 'assistant', content: [call('a'), call('b')], stopReason: 'toolUse' };
const result = (toolCallId: string): JsonObject => ({ role: 'toolResult', toolCallId, isError: true, content: [] });
const ended = (message: JsonObject): JsonObject => ({ type: 'message_end', message });
const start = (toolCallId: string): JsonObject => ({ type: 'tool_execution_start', toolCallId });

const begin: readonly JsonObject[] = [{ type: 'agent_start' }, { type: 'turn_start' }, ended(asks), start('a')];
const over: JsonObject = { type: 'agent_end' };
const next: readonly JsonObject[] = [{ type: 'agent_start' }, ended({ role: 'user', content: 'and now' }), over];

/** The reference breaks off after the first result, and asks its model once more. */
const recorded: Recording = {
  messages: [],
  events: [...begin, ended(result('a')), ended({ role: 'assistant', stopReason: 'aborted' }), over, ...next],
  executed: [{ tool: 'nap', toolCallId: 'a', params: {} }],
};

function breach(ending: readonly JsonObject[], { begun = begin, after = next, ...more } = {}): string | undefined {
  const events = [...begun, ...ending, ...after];
  const messages = events.flatMap(({ type, message }) => (type === 'message_end' ? [message as JsonObject] : []));
  const { executed } = recorded;
  const played = { events: events.map((event) => ({ event, at: 0 })), messages, executed, abortedAt: begun.length };
  return firstBreach(recorded, { ...played, ...more });
}

it('one result for every call, and the end, is what an abort must leave', () => {
  expect(breach([start('b'), ended(result('a')), ended(result('b')), over])).toBeUndefined();
});

it.each([
  ['a call without a result', [ended(result('a')), over], 'result 1 (of 2 expected, 1 played)'],
  ['results out of call order', [ended(result('b')), ended(result('a')), over], 'result 0 differs'],
  ['a second result', [ended(result('a')), ended(result('b')), ended(result('b')), over], 'result 2 (of 2 expected, 3'],
  ['another request', [ended(result('a')), ended(result('b')), ended(asks), over], 'the model was asked again'],
])('%s is a breach', (_what, ending, told) => {
  expect(breach(ending)).toContain(told);
});

it('what came before the abort, and other runs, must be as recorded', () => {
  const ending = [ended(result('a')), ended(result('b')), over];
  expect(breach(ending, { begun: begin.with(3, start('x')) })).toContain('event 3 differs');
  expect(breach(ending, { after: next.toSpliced(1, 1) })).toContain('event 1 (of 3 expected, 2 played)');
  expect(breach(ending, { after: [] })).toContain('run 1 (of 2 expected, 1 played)');
});

it('a transcript that is not what the events told is a breach, and so is an execution of another message', () => {
  const ending = [ended(result('a')), ended(result('b')), over];
  expect(breach(ending, { messages: [asks] } as object)).toContain('message 1 (of 4 expected, 1 played)');
  const executed = [...recorded.executed, { tool: 'nap', toolCallId: 'z', params: {} }];
  expect(breach(ending, { executed } as object)).toContain('execution 0');
});
