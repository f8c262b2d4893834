/**
 * Arguments that a model did not send as a JSON object: the call fails, and what is remembered of it is fit for every
 * provider, also after a restart. Two real adapters over HTTP, against played servers.
 */
import { expect, it } from 'vitest';
import { piModel } from '../../../src/activities/models/pi.ts';
import { anthropicText } from '../../unit/models/anthropic-events.ts';
import { delta, pieces, serverOptions, sse } from '../../unit/models/ask.ts';
import { modelServer } from '../../unit/models/openai-server.ts';
import { startEngine } from '../engine.ts';
import { otherWorker, recordingTool, results } from './kit.ts';
import { callIds, turnHistory } from './recorded.ts';

const said = (words: string) => ({ chunks: [sse(delta({ content: words }), delta({}, 'stop'), '[DONE]')] });

/** An answer that calls `label` once for each text of arguments. */
const calling = (...texts: readonly string[]) => ({
  chunks: [
    sse(
      ...texts.map((args, index) => pieces({ index, id: `call_${index}`, name: 'label', args })),
      delta({}, 'tool_calls'),
      '[DONE]',
    ),
  ],
});

interface OpenAiMessage {
  readonly role: string;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly arguments: string } }[];
  readonly tool_call_id?: string;
}

interface AnthropicMessage {
  readonly role: string;
  readonly content: readonly {
    readonly type: string;
    readonly id?: string;
    readonly input?: unknown;
    readonly tool_use_id?: string;
  }[];
}

it.each([
  ['are cut off', ['{"label":"Build sheet",']],
  ['are a text, a list, nothing and a number', ['"hello"', '[1,2]', 'null', '5']],
])(
  'a call whose arguments %s is not executed, and a restarted worker goes on with another provider (B28, B29)',
  async (_title, texts) => {
    const label = recordingTool('label', {
      parameters: { type: 'object', properties: { label: { type: 'string' } }, required: ['label'] },
    });
    await using openai = await modelServer(calling(...texts), said('I see.'));
    await using anthropic = await modelServer({ chunks: [anthropicText('Still here.')] });
    await using engine = await startEngine({
      model: piModel('openai/test', serverOptions(openai.url)),
      tools: [label],
    });
    const session = engine.session();

    const first = await session.run('Label it.');
    await engine.worker.shutdown();
    const second = await otherWorker(engine, {
      model: piModel('anthropic/test', serverOptions(anthropic.url)),
      tools: [label],
    });
    const again = await session.run('And now?').finally(() => second.shutdown());

    expect([first.answer, again.answer, label.effects]).toEqual(['I see.', 'Still here.', []]);
    expect(callIds(await turnHistory(session.id))).toEqual([]);
    const refused = await results(session);
    expect(refused.map(({ id, isError, kind }) => ({ id, isError, kind }))).toEqual(
      texts.map((_text, index) => ({ id: `call_${index}`, isError: true, kind: 'InvalidArguments' })),
    );

    const sent = openai.requests[1]?.body['messages'] as readonly OpenAiMessage[];
    const calls = sent.flatMap((message) => message.tool_calls ?? []);
    expect(calls.map((call) => JSON.parse(call.function.arguments) as unknown)).toEqual(texts.map(() => ({})));
    expect(sent.filter(({ role }) => role === 'tool').map((message) => message.tool_call_id)).toEqual(
      calls.map(({ id }) => id),
    );

    const blocks = (anthropic.requests[0]?.body['messages'] as readonly AnthropicMessage[]).flatMap(
      ({ content }) => content,
    );
    const uses = blocks.filter(({ type }) => type === 'tool_use');
    expect(uses.map(({ input }) => input)).toEqual(texts.map(() => ({})));
    expect(blocks.filter(({ type }) => type === 'tool_result').map((block) => block.tool_use_id)).toEqual(
      uses.map(({ id }) => id),
    );
  },
);

it('the text as it was sent is kept with the call, for whoever asks later (B28)', async () => {
  await using openai = await modelServer(calling('{"label":"Build sheet",'), said('I see.'));
  await using engine = await startEngine({
    model: piModel('openai/test', serverOptions(openai.url)),
    tools: [recordingTool('label')],
  });
  const session = engine.session();

  await session.run('Label it.');

  const calls = (await session.transcript()).flatMap((message) =>
    message.role === 'assistant' ? message.content.filter((block) => block.type === 'toolCall') : [],
  );
  expect(calls).toMatchObject([
    { arguments: {}, argumentsError: expect.stringContaining('{"label":"Build sheet",') as string },
  ]);
});
