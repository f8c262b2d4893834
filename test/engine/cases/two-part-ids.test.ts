/**
 * Calls that carry two ids, as the Responses API gives them, whose address is fixed: `fetch` is led to the server of the
 * test. The next turn is another provider's, which takes other ids.
 */
import { afterEach, expect, it, vi } from 'vitest';
import { piModel } from '../../../src/activities/models/pi.ts';
import { key, sse } from '../../unit/models/ask.ts';
import { modelServer } from '../../unit/models/openai-server.ts';
import { startEngine } from '../engine.ts';
import { otherWorker, recordingTool, results } from './kit.ts';
import { outline, refusedBy, wires } from './wires.ts';

const real = globalThis.fetch;
afterEach(() => {
  vi.restoreAllMocks();
});

const completed = { type: 'response.completed', response: { id: 'resp_1', status: 'completed', output: [] } };
const zeros = '0'.repeat(64);
/** Two of them are alike for longer than the other provider's ids may be. */
const ids = ['1', '2', `${zeros}3`, `${zeros}4`];

function called(id: string, index: number): readonly object[] {
  const item = { type: 'function_call', id: `fc_${id}`, call_id: `call_${id}`, name: 'read' };
  const args = `{"n":${index}}`;
  return [
    { type: 'response.output_item.added', output_index: index, item: { ...item, arguments: '' } },
    { type: 'response.output_item.done', output_index: index, item: { ...item, arguments: args } },
  ];
}

const words = [
  {
    type: 'response.output_item.added',
    output_index: 0,
    item: { type: 'message', id: 'm', role: 'assistant', content: [] },
  },
  { type: 'response.content_part.added', output_index: 0, content_index: 0, part: { type: 'output_text', text: '' } },
  { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'Read.' },
  {
    type: 'response.output_item.done',
    output_index: 0,
    item: { type: 'message', id: 'm', role: 'assistant', content: [{ type: 'output_text', text: 'Read.' }] },
  },
];

it('calls of two ids keep their results when the next turn is another provider’s (B23)', async () => {
  const [, anthropic] = wires;
  if (anthropic === undefined) throw new Error('no such wire');
  await using responses = await modelServer(
    { chunks: [sse(...ids.flatMap(called), completed)] },
    { chunks: [sse(...words, completed)] },
  );
  await using next = await modelServer(anthropic.says('Still there.'));
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const asked = input instanceof Request ? input.url : String(input);
    return real(asked.replace('https://api.openai.com', responses.url), init);
  });
  const read = recordingTool('read');
  await using engine = await startEngine({
    model: piModel('openai/gpt-4o-mini', { env: { OPENAI_API_KEY: key } }),
    tools: [read],
  });
  const session = engine.session();

  await session.run('Read all four.');
  await engine.worker.shutdown();
  const worker = await otherWorker(engine, { model: anthropic.model(next), tools: [read] });
  const outcome = await session.run('And now?').finally(() => worker.shutdown());

  expect([outcome.ended, outcome.answer]).toEqual(['answered', 'Still there.']);
  expect(refusedBy(anthropic, next)).toEqual([]);
  const lines = outline(next.requests[0] ?? { path: '', headers: {}, body: {} });
  const sentIds = lines.flatMap((line) => /^call (.*)$/.exec(line)?.[1] ?? []);
  expect([new Set(sentIds).size, lines.filter((line) => line.startsWith('result '))]).toEqual([
    4,
    sentIds.map((id, index) => `result ${id}: {"n":${index}}`),
  ]);
  expect((await results(session)).map(({ id }) => id)).toEqual(ids.map((id) => `call_${id}|fc_${id}`));
});
