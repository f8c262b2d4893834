/** Hand-made requests for OpenAI's API: what is refused, by which rule, and what is not. */
import { expect, it } from 'vitest';
import { openaiRules, openaiViolations } from '../../strict-requests/openai.ts';
import type { Json } from '../../strict-requests/rules.ts';

const system = (content: unknown = 'Be brief.') => ({ role: 'system', content });
const user = (content: unknown = 'go') => ({ role: 'user', content });
const said = (content: unknown) => ({ role: 'assistant', content });
const asks = (...calls: readonly unknown[]) => ({ role: 'assistant', content: null, tool_calls: calls });
const result = (id: unknown, content: unknown = 'ok') => ({ role: 'tool', tool_call_id: id, content });
const tool = (name: string, parameters: object = { type: 'object' }) => ({
  type: 'function',
  function: { name, parameters },
});
const call = (id: unknown, { name = 'read', args = '{}', type = 'function' }: CallParts = {}) => ({
  id,
  type,
  function: { name, arguments: args },
});

interface CallParts {
  readonly name?: string;
  readonly args?: unknown;
  readonly type?: string;
}

const request = (...messages: readonly unknown[]): Json => ({ messages });
const called = (one: unknown = call('a'), ...answers: readonly unknown[]) =>
  request(user(), asks(one), ...(answers.length === 0 ? [result('a')] : answers));
const offering = (...tools: readonly unknown[]): Json => ({ messages: [user()], tools });

const good: Readonly<Record<string, Json>> = {
  'a prompt': request(system(), user()),
  'a call and its result': called(),
  'two calls in two messages, and words between them': request(
    system(),
    user([
      { type: 'text', text: 'go' },
      { type: 'image_url', image_url: { url: 'data:' } },
    ]),
    { ...asks(call('a'), call('b')), content: 'I look.' },
    result('a'),
    result('b', [{ type: 'text', text: 'ok' }]),
    user('and'),
    asks(call('c')),
    result('c'),
    said('done'),
    user('thanks'),
  ),
  'two prompts in a row': request(user('one'), user('two')),
  'tools that are offered': offering(tool('read'), tool('write')),
};

const bad: Readonly<Record<string, readonly Json[]>> = {
  'some-message': [request(), request(system())],
  role: [request(user(), { role: 'function', content: 'no' }), request(user(), { content: 'no' })],
  'system-first': [request(user(), system()), request(system(), system(), user())],
  'first-is-user': [request(said('I begin'), user()), request(asks(call('a')), result('a'))],
  'last-is-answerable': [request(user(), said('I go'))],
  'user-content': [
    request(user('')),
    request(user([])),
    request(user(null)),
    request(user([{ type: 'text', text: '' }])),
  ],
  'system-content': [request(system(''), user())],
  'assistant-content': [
    request(user(), said(''), user()),
    request(user(), said(null), user()),
    request(user(), { ...asks(call('a')), content: [] }, result('a')),
  ],
  'calls-list': [request(user(), { ...asks(), content: 'hm' }, user())],
  'call-type': [called(call('a', { type: 'tool' }))],
  'call-id': [
    called(call(''), result('')),
    called(call('a|b'), result('a|b')),
    called(call('x'.repeat(41)), result('x'.repeat(41))),
  ],
  'call-id-unique': [request(user(), asks(call('a')), result('a'), asks(call('a')), result('a'))],
  'call-name': [called(call('a', { name: 'my.tool' })), called(call('a', { name: '' }))],
  'call-arguments': [
    called(call('a', { args: '{"a":' })),
    called(call('a', { args: '[]' })),
    called(call('a', { args: '' })),
    called(call('a', { args: {} })),
  ],
  answered: [
    request(user(), asks(call('a'))),
    request(user(), asks(call('a')), user()),
    request(user(), asks(call('a'), call('b')), result('b')),
  ],
  'answered-once': [called(call('a'), result('a'), result('a'))],
  orphan: [request(user(), result('a')), called(call('a'), result('a'), result('b')), request(result('a'), user())],
  'call-order': [request(user(), asks(call('a'), call('b')), result('b'), result('a'))],
  'result-content': [
    called(call('a'), result('a', '')),
    called(call('a'), result('a', null)),
    called(call('a'), result('a', [{ type: 'image_url', image_url: { url: 'data:' } }])),
  ],
  'stand-in': [called(call('a'), result('a', 'No result provided'))],
  'tool-name': [offering(tool('a.b')), offering(tool('a'), tool('a'))],
  'tool-schema': [offering(tool('a', {}))],
};

it.each(Object.entries(good))('nobody refuses %s', (_title, body) => {
  expect(openaiViolations(body)).toEqual([]);
});

it('every rule has a request that it refuses', () => {
  expect(Object.keys(bad)).toEqual(Object.keys(openaiRules));
});

it.each(Object.entries(bad))('only the rule "%s" refuses its requests', (rule, bodies) => {
  expect(bodies.map((body) => [...new Set(openaiViolations(body).map((found) => found.rule))])).toEqual(
    bodies.map(() => [rule]),
  );
});
