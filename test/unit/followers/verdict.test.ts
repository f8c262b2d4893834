/** What judges the followers sees every kind of fault. */
import { expect, it } from 'vitest';
import type { AgentEvent } from '../../../src/client/index.ts';
import { noUsage } from '../../../src/core/failures.ts';
import type { Message } from '../../../src/core/messages.ts';
import { faultsOf } from '../../followers/verdict.ts';

const stamp = { at: 0, run: 1, turn: 1 };
const call = { ...stamp, index: 0, toolCallId: 'a', toolName: 'note' };
const content = [{ type: 'text' as const, text: 'noted' }];
const origin = { api: 'scripted', provider: 'scripted', model: 'scripted', usage: noUsage, timestamp: 0 };
const asked: Message = {
  role: 'assistant',
  content: [{ type: 'toolCall', id: 'a', name: 'note', arguments: {} }],
  stopReason: 'toolUse',
  ...origin,
};
const result: Message = {
  role: 'toolResult',
  toolCallId: 'a',
  toolName: 'note',
  content,
  isError: false,
  timestamp: 0,
};
const events: readonly AgentEvent[] = [
  { ...stamp, type: 'agent_start' },
  { ...stamp, type: 'turn_start' },
  { ...stamp, type: 'message_end', message: asked },
  { ...call, type: 'tool_execution_start', args: {} },
  { ...call, type: 'tool_execution_end', result: { content, isError: false, timestamp: 0 }, isError: false },
  { ...stamp, type: 'message_end', message: result },
  { ...stamp, type: 'agent_end', ended: 'answered' },
];
const truth = { transcript: [asked, result], noted: [{ key: 'k', kind: 'done', text: 'noted' }] } as const;
const kinds = (list: readonly AgentEvent[], given: Parameters<typeof faultsOf>[1] = truth): readonly string[] => [
  ...new Set(faultsOf(list, given).map(({ kind }) => kind)),
];

it('a list that tells what happened has no fault', () => {
  expect(kinds(events)).toEqual([]);
});

it.each([
  ['left out', (place: number) => events.toSpliced(place, 1)],
  ['told twice', (place: number) => events.toSpliced(place, 0, ...events.slice(place, place + 1))],
])('an event that is %s is a fault, whichever it is', (_how, changed) => {
  for (const place of events.keys()) expect([place, kinds(changed(place))]).not.toEqual([place, []]);
});

it('messages in another order are a fault', () => {
  expect(kinds([...events.slice(0, 2), ...events.slice(5, 6), ...events.slice(2, 5), ...events.slice(6)])).toContain(
    'messages',
  );
});

it('an effect that no event tells of, and one that no tool had, are faults', () => {
  const more = { key: 'other', kind: 'began', text: 'other' } as const;
  expect(kinds(events, { ...truth, noted: [...truth.noted, more] })).toEqual(['effects']);
  expect(kinds(events, { ...truth, noted: [] })).toEqual(['effects']);
});
