/** The executor without a model: given calls are executed once, whatever becomes of them. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/index.ts';
import { freshName, startEngine } from '../engine.ts';
import { call, recordingTool, resultsOf } from './kit.ts';

it('given calls are executed once, and the same id gives the same results without another execution', async () => {
  const note = recordingTool('note');
  await using engine = await startEngine({ model: scripted([]), tools: [note] });
  const calls = [call('a', 'note', { n: 1 }), call('b', 'nothing'), call('c', 'note', { n: 2 })];
  const id = freshName('exec');

  const first = await engine.client.executeToolCalls(engine.agent.name, calls, { id });
  const again = await engine.client.executeToolCalls(engine.agent.name, calls, { id });

  expect(resultsOf(first.results)).toEqual([
    { id: 'a', text: '{"n":1}', isError: false },
    { id: 'b', text: 'Tool nothing not found', isError: true, kind: 'NotFound' },
    { id: 'c', text: '{"n":2}', isError: false },
  ]);
  expect(again).toEqual(first);
  expect(note.effects.map(({ args }) => args['n']).toSorted()).toEqual([1, 2]);
  const session = engine.client.session(id);
  expect((await session.transcript()).map((message) => message.role)).toEqual([
    'assistant',
    'toolResult',
    'toolResult',
    'toolResult',
  ]);
});
