/** Hand-made requests for Anthropic's API: what is refused, by which rule, and what is not. */
import { expect, it } from 'vitest';
import { anthropicRules, anthropicViolations } from '../../strict-requests/anthropic.ts';
import type { Json } from '../../strict-requests/rules.ts';

const user = (...content: readonly unknown[]) => ({ role: 'user', content });
const assistant = (...content: readonly unknown[]) => ({ role: 'assistant', content });
const text = (said: string) => ({ type: 'text', text: said });
const use = (id: unknown, more: object = {}) => ({ type: 'tool_use', id, name: 'read', input: {}, ...more });
const result = (id: unknown, more: object = {}) => ({ type: 'tool_result', tool_use_id: id, content: 'ok', ...more });
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } };
const tool = (name: string, schema: object = { type: 'object' }) => ({ name, input_schema: schema });

function request(messages: readonly unknown[], more: object = {}): Json {
  return { max_tokens: 10, tools: [tool('read')], messages, ...more };
}

/** The conversation of one call, with one part put differently. */
const called = (content: unknown = use('a'), answer: readonly unknown[] = [result('a')]) =>
  request([user(text('go')), assistant(content), user(...answer)]);

const good: Readonly<Record<string, Json>> = {
  'a prompt': request([{ role: 'user', content: 'go' }], { tools: undefined }),
  'a call and its result': called(),
  'a result with an image, and words after the results': called(use('a'), [
    result('a', { content: [text('seen'), image] }),
    text('and now?'),
  ]),
  'a result without content': called(use('a'), [result('a', { content: undefined })]),
  'two prompts in a row': request([user(text('one')), user(text('two'))]),
  'two calls, thinking between them': request([
    user(text('go')),
    assistant({ type: 'thinking', thinking: 'hm', signature: 's' }, use('a'), text('and'), use('b')),
    user(result('a'), result('b', { is_error: true })),
    user(text('more')),
  ]),
};

const bad: Readonly<Record<string, readonly Json[]>> = {
  'some-message': [request([])],
  role: [request([user(text('go')), { role: 'system', content: 'no' }]), request([{ content: 'go' }])],
  'first-is-user': [request([assistant(text('I begin'))]), request([assistant(text('I begin')), user(text('go'))])],
  'last-is-user': [request([user(text('go')), assistant(text('I go'))])],
  content: [
    request([{ role: 'user', content: '' }]),
    request([{ role: 'user', content: ' \n' }]),
    request([user()]),
    request([{ role: 'user', content: null }]),
  ],
  text: [request([user(text(''))]), request([user(text('go')), assistant(text(' '), use('a')), user(result('a'))])],
  'block-type': [
    request([user({ type: 'thinking', thinking: 'hm' })]),
    request([user(text('go')), assistant(image), user(text('and?'))]),
  ],
  'call-id': [
    called(use(''), [result('')]),
    called(use('a|b'), [result('a|b')]),
    called(use('x'.repeat(65)), [result('x'.repeat(65))]),
  ],
  'call-id-unique': [
    request([user(text('go')), assistant(use('a')), user(result('a')), assistant(use('a')), user(result('a'))]),
  ],
  'call-name': [called(use('a', { name: 'my tool' })), called(use('a', { name: '' }))],
  'call-input': [called(use('a', { input: '{}' })), called(use('a', { input: [] })), called(use('a', { input: null }))],
  answered: [
    request([user(text('go')), assistant(use('a')), user(text('well?'))]),
    request([user(text('go')), assistant(use('a'), use('b')), user(result('a'))]),
  ],
  'answered-once': [called(use('a'), [result('a'), result('a')])],
  orphan: [request([user(result('a'))]), called(use('a'), [result('a'), result('b')])],
  'results-first': [called(use('a'), [text('here:'), result('a')])],
  'call-order': [request([user(text('go')), assistant(use('a'), use('b')), user(result('b'), result('a'))])],
  'result-content': [
    called(use('a'), [result('a', { content: [text('')] })]),
    called(use('a'), [result('a', { content: 5 })]),
    called(use('a'), [result('a', { content: [image], is_error: true })]),
  ],
  'stand-in': [called(use('a'), [result('a', { content: 'No result provided', is_error: true })])],
  'tools-defined': [
    { ...called(), tools: undefined },
    { ...called(), tools: [] },
  ],
  'tool-name': [
    request([user(text('go'))], { tools: [tool('a b')] }),
    request([user(text('go'))], { tools: [tool('a'), tool('a')] }),
  ],
  'tool-schema': [request([user(text('go'))], { tools: [tool('a', {})] })],
  'max-tokens': [
    request([user(text('go'))], { max_tokens: 0 }),
    request([user(text('go'))], { max_tokens: undefined }),
  ],
};

it.each(Object.entries(good))('nobody refuses %s', (_title, body) => {
  expect(anthropicViolations(body)).toEqual([]);
});

it('every rule has a request that it refuses', () => {
  expect(Object.keys(bad)).toEqual(Object.keys(anthropicRules));
});

it.each(Object.entries(bad))('only the rule "%s" refuses its requests', (rule, bodies) => {
  expect(bodies.map((body) => [...new Set(anthropicViolations(body).map((found) => found.rule))])).toEqual(
    bodies.map(() => [rule]),
  );
});
