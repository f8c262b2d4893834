/**
 * Reasoning between calls: it goes back to the model that made it byte for byte and in its place, also after the worker
 * was replaced under the batch, and not at all to another model.
 */
import { expect, it } from 'vitest';
import {
  blockDelta,
  blockStart,
  blockStop,
  events,
  messageDelta,
  messageStart,
  messageStop,
} from '../../unit/models/anthropic-events.ts';
import { delta, pieces, sse } from '../../unit/models/ask.ts';
import { modelServer } from '../../unit/models/openai-server.ts';
import { startEngine } from '../engine.ts';
import { otherWorker, recordingTool } from './kit.ts';
import { refusedBy, wires } from './wires.ts';
import type { Wire } from './wires.ts';

const [openai, anthropic] = wires as readonly [Wire, Wire];

const thinking = (index: number, text: string, signature: string) => [
  blockStart(index, { type: 'thinking', thinking: '', signature: '' }),
  ...(text === '' ? [] : [blockDelta(index, { type: 'thinking_delta', thinking: text })]),
  blockDelta(index, { type: 'signature_delta', signature }),
  blockStop(index),
];
const use = (index: number, id: string) => [
  blockStart(index, { type: 'tool_use', id, name: id === 'b' ? 'late' : 'quick', input: {} }),
  blockDelta(index, { type: 'input_json_delta', partial_json: '{}' }),
  blockStop(index),
];

/** Thinking with text, a call, thinking whose text the server keeps to itself, a call, and thinking that it hides. */
const thoughtful = {
  chunks: [
    events(
      messageStart,
      ...thinking(0, 'First “a” – dann b.\n  é😀', 'c2lnMQ=='),
      ...use(1, 'a'),
      ...thinking(2, '', 'c2lnMg=='),
      ...use(3, 'b'),
      blockStart(4, { type: 'redacted_thinking', data: 'aGlkZGVu' }),
      blockStop(4),
      messageDelta('tool_use'),
      messageStop,
    ),
  ],
};
const sent = [
  { type: 'thinking', thinking: 'First “a” – dann b.\n  é😀', signature: 'c2lnMQ==' },
  { type: 'tool_use', id: 'a', name: 'quick', input: {} },
  { type: 'thinking', thinking: '', signature: 'c2lnMg==' },
  { type: 'tool_use', id: 'b', name: 'late', input: {} },
  { type: 'redacted_thinking', data: 'aGlkZGVu' },
];

const quick = recordingTool('quick');

/** A batch whose second call is under way when its worker goes; the next worker runs it again. */
async function playedOnTwoWorkers(first: Wire, second: Wire) {
  const begun = Promise.withResolvers<undefined>();
  const held = recordingTool('late', {
    replay: 'safe',
    body: () => {
      begun.resolve(undefined);
      return new Promise(() => undefined);
    },
  });
  await using asked = await modelServer(thoughtful, anthropic.says('Done.'));
  await using next = first === second ? asked : await modelServer(second.says('Done.'));
  await using engine = await startEngine({
    model: first.model(asked),
    tools: [quick, held],
    limits: { heartbeatTimeout: 1_000, grace: 100 },
  });
  const session = engine.session();
  const { run } = await session.prompt('Think.');
  await begun.promise;
  await engine.worker.shutdown();
  const worker = await otherWorker(engine, {
    model: second.model(next),
    tools: [quick, recordingTool('late', { replay: 'safe' })],
  });
  const outcome = await session.finish(run).finally(() => worker.shutdown());
  return { outcome, request: next.requests.at(-1)?.body, refused: refusedBy(second, next) };
}

it('goes back to its own model as it came, after another worker took over (B119)', async () => {
  const { outcome, request, refused } = await playedOnTwoWorkers(anthropic, anthropic);

  expect([outcome.ended, refused]).toEqual(['answered', []]);
  expect((request?.['messages'] as readonly { readonly content: unknown }[])[1]?.content).toEqual(sent);
});

it('is left out for another model, and the calls keep their results (B119)', async () => {
  const { outcome, request, refused } = await playedOnTwoWorkers(anthropic, openai);

  expect([outcome.ended, refused]).toEqual(['answered', []]);
  expect(JSON.stringify(request)).not.toMatch(/thinking|reasoning|dann b|c2lnM|aGlkZGVu/);
  const messages = request?.['messages'] as readonly { readonly role: string }[];
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool']);
});

it('in the form of other servers goes back to its own model, byte for byte (B119)', async () => {
  const chunks = [
    sse(
      delta({ reasoning_content: 'First “a”, ' }),
      delta({ reasoning_content: 'then é😀.' }),
      pieces({ index: 0, id: 'a', name: 'quick', args: '{}' }),
      delta({}, 'tool_calls'),
      '[DONE]',
    ),
  ];
  await using server = await modelServer({ chunks }, openai.says('Done.'));
  await using engine = await startEngine({ model: openai.model(server), tools: [quick] });

  const outcome = await engine.session().run('Think.');

  expect([outcome.ended, refusedBy(openai, server)]).toEqual(['answered', []]);
  const messages = server.requests[1]?.body['messages'] as readonly object[];
  expect(messages[1]).toMatchObject({ role: 'assistant', reasoning_content: 'First “a”, then é😀.' });
});
