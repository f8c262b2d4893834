/**
 * A conversation that is cut in the wrong place, by a hook or in the store: what goes out is whole, what is stored stays,
 * and somebody is told. Both wire forms, against played servers.
 */
import { expect, it } from 'vitest';
import { ApplicationFailure } from '@temporalio/common';
import { scripted } from '../../../src/activities/models/index.ts';
import type { TransformContext } from '../../../src/agent/index.ts';
import { startOptions } from '../../../src/client/start-options.ts';
import type { Message } from '../../../src/core/messages.ts';
import { emptySession } from '../../../src/core/session-rules.ts';
import { modelServer } from '../../unit/models/openai-server.ts';
import { eventsOfRun, freshName, startEngine } from '../engine.ts';
import { call, recordingTool, text } from './kit.ts';
import { withServer } from './recorded.ts';
import { outline, refusedBy, wires } from './wires.ts';

const read = recordingTool('read', { body: ({ args }) => text(`content of ${JSON.stringify(args)}`) });
const both = [call('a', 'read', { path: 'x' }), call('b', 'read', { path: 'y' })];

const newestThree: TransformContext = (messages) => messages.slice(-3);
const withoutResultA: TransformContext = (messages) =>
  messages.filter((message) => message.role !== 'toolResult' || message.toolCallId !== 'a');

const cuts: readonly (readonly [string, TransformContext, readonly string[], RegExp])[] = [
  [
    'between the results of a message',
    newestThree,
    ['user: And now?'],
    /^the result of read \(b\) was left out: its call is not there$/,
  ],
  [
    'between a message and its first result',
    withoutResultA,
    ['user: Read both.', 'assistant: Read.', 'user: And now?'],
    /^a message that calls read, read was left out with its results: 1 of its 2 calls had no result/,
  ],
];

it.each(wires.flatMap((wire) => cuts.map((cut) => [wire.name, ...cut, wire] as const)))(
  'to %s, a context that a hook cut %s goes out whole, and the stored one stays (B19)',
  async (_name, _where, transformContext, expected, note, wire) => {
    await using server = await modelServer(wire.asks(...both), wire.says('Read.'), wire.says('Fine.'));
    // The first run is shown all there is.
    const second: TransformContext = (messages, signal) =>
      messages.filter(({ role }) => role === 'user').length < 2 ? messages : transformContext(messages, signal);
    await using engine = await startEngine({
      model: wire.model(server),
      tools: [read],
      transformContext: second,
    });
    const session = engine.session();

    await session.run('Read both.');
    const outcome = await session.run('And now?');

    expect([outcome.ended, outcome.answer]).toEqual(['answered', 'Fine.']);
    expect(server.requests.slice(2).map(outline)).toEqual([expected]);
    expect(refusedBy(wire, server)).toEqual([]);
    const stored = await session.transcript();
    expect(stored.map(({ role }) => role)).toEqual([
      ...['user', 'assistant', 'toolResult', 'toolResult', 'assistant'],
      ...['user', 'assistant'],
    ]);
    const notes = (await eventsOfRun(session, 2)).flatMap((event) =>
      event.type === 'request_mended' ? event.notes : [],
    );
    expect(notes[0]).toMatch(note);
  },
);

it.each(wires)(
  'to $name, a stored history that begins with a result without its call goes out without it, and goes on (B27)',
  async (wire) => {
    await using server = await modelServer(wire.says('Going on.'));
    await using engine = await startEngine({ model: wire.model(server), tools: [read] });
    const orphan: Message = {
      role: 'toolResult',
      toolCallId: 'x',
      toolName: 'read',
      content: [{ type: 'text', text: 'of an archived run' }],
      isError: false,
      timestamp: 1,
    };
    const head = await engine.store.append({
      prev: null,
      messages: [orphan, { role: 'user', content: 'before', timestamp: 2 }],
    });
    const id = freshName('session');
    const input = { agent: engine.agent.name, carried: { ...emptySession, head } };
    await withServer((client) => client.workflow.start('agentSession', startOptions(id, input)));
    const session = engine.client.session(id);

    const outcome = await session.run('Go on.');

    expect([outcome.ended, outcome.answer]).toEqual(['answered', 'Going on.']);
    expect(server.requests.map(outline)).toEqual([['user: before', 'user: Go on.']]);
    expect(refusedBy(wire, server)).toEqual([]);
    expect((await session.transcript()).map(({ role }) => role)).toEqual(['toolResult', 'user', 'user', 'assistant']);
    const events = await eventsOfRun(session, 1);
    expect(events.flatMap((event) => (event.type === 'request_mended' ? event.notes : []))).toEqual([
      'the result of read (x) was left out: its call is not there',
    ]);
  },
);

it('a hook that changes what it is given changes nothing of what is stored', async () => {
  const model = scripted(['One.', 'Two.']);
  await using engine = await startEngine({
    model,
    transformContext: (messages) => {
      for (const message of messages) Object.assign(message, { content: [{ type: 'text', text: '(gone)' }] });
      return messages;
    },
  });
  const session = engine.session();

  await session.run('a secret');
  await session.run('another one');

  const texts = (messages: readonly Message[]) =>
    messages.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content[0])));
  expect(model.requests.map(({ messages }) => new Set(texts(messages)).size)).toEqual([1, 1]);
  expect(texts(await session.transcript()).join()).toMatch(/a secret.*One\..*another one.*Two\./);
});

it.each<[string, TransformContext, RegExp]>([
  [
    'refuses for good',
    () => {
      throw ApplicationFailure.nonRetryable('the index is gone');
    },
    /^transformContext failed: the index is gone$/,
  ],
  ['answers no list', () => 'all of it' as never, /^transformContext answered a value of type string\.$/],
  [
    'answers something that is no message',
    (messages) => [...messages, { role: 'toolResult', toolCallId: 1 } as never],
    /^transformContext answered a list whose message 1 is none: a result has/,
  ],
  ['leaves nothing', () => [], /^There is no message to send to the model\.$/],
])('a hook that %s fails its request with a clear error, and the session goes on', async (_what, hook, error) => {
  let broken = true;
  const model = scripted(['Here.']);
  await using engine = await startEngine({
    model,
    transformContext: (messages, signal) =>
      broken ? hook(messages, signal) : messages.filter(({ role }) => role === 'user'),
  });
  const session = engine.session();

  const first = await session.run('one');
  broken = false;
  const second = await session.run('two');

  expect([first.ended, second.ended, second.answer]).toEqual(['error', 'answered', 'Here.']);
  expect(first.errorMessage).toMatch(error);
});

it.each<[string, TransformContext]>([
  [
    'throws',
    () => {
      throw new Error('busy');
    },
  ],
  ['is late', () => new Promise(() => undefined)],
])('a hook that %s once is asked again, and the run goes on', async (_what, hook) => {
  let asked = 0;
  await using engine = await startEngine({
    model: scripted(['Here.']),
    transformContext: (messages, signal) => (++asked === 1 ? hook(messages, signal) : Promise.resolve(messages)),
    limits: { hookTimeout: 200 },
  });
  const session = engine.session();

  expect(await session.run('one')).toMatchObject({ ended: 'answered', answer: 'Here.' });
  expect(asked).toBe(2);
});
