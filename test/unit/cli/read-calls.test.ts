/** Calls for `turnkeeper exec`: what is taken, and what the complaint says about the rest. */
import { expect, it } from 'vitest';
import { readCalls } from '../../../src/cli/read-calls.ts';

const read = (value: unknown) =>
  readCalls(typeof value === 'string' ? value : JSON.stringify(value), { source: 'calls.json', now: 7 });

it('the short form gets an id by its place, and no arguments means none', () => {
  expect(read([{ name: 'a', arguments: { x: 1 } }, { name: 'b', id: 'mine' }, { name: 'c' }])).toEqual([
    { type: 'toolCall', id: 'call_1', name: 'a', arguments: { x: 1 } },
    { type: 'toolCall', id: 'mine', name: 'b', arguments: {} },
    { type: 'toolCall', id: 'call_3', name: 'c', arguments: {} },
  ]);
});

it("pi's block form is taken as it is", () => {
  const block = { type: 'toolCall', id: 'x', name: 'a', arguments: {}, thoughtSignature: 's' };
  expect(read([block])).toEqual([block]);
});

it('an assistant message keeps its content and gets what it lacks', () => {
  const content = [
    { type: 'text', text: 'Let me see.' },
    { type: 'toolCall', id: '1', name: 'a', arguments: {} },
  ];
  expect(read({ role: 'assistant', content, provider: 'openai', stopReason: 'length' })).toMatchObject({
    role: 'assistant',
    content,
    provider: 'openai',
    stopReason: 'length',
    timestamp: 7,
  });
});

it.each([
  ['no JSON', '[{', /^calls\.json is not JSON \(.*\): correct it\.$/],
  ['an empty list', [], /empty list: write at least one/],
  ['something else', { name: 'a' }, /neither a list of calls nor an assistant message/],
  ['a user message', { role: 'user', content: [] }, /neither a list of calls nor an assistant message/],
  ['a message without calls', { role: 'assistant', content: [{ type: 'text', text: 'x' }] }, /no toolCall block/],
  ['a block without a type', { role: 'assistant', content: [{ text: 'x' }] }, /block has no type/],
  ['a call that is a text', ['read'], /^calls\.json: call 1 is not an object/],
  ['a call without a name', [{ name: 'a' }, {}], /^calls\.json: call 2 has no name/],
  ['an id that is a number', [{ name: 'a', id: 1 }], /call 1 has an id that is no text/],
  ['arguments that are a list', [{ name: 'a', arguments: [] }], /call 1 has arguments that are no object/],
  ['a block of another type', [{ type: 'text', name: 'a' }], /call 1 has the type "text"/],
])('%s is refused with its place and the way out', (_what, value, complaint) => {
  expect(() => read(value)).toThrow(complaint);
});
