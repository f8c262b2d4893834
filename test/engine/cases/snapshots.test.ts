/** A server that streams its calls as growing snapshots: each call is made once. */
import { expect, it } from 'vitest';
import { delta, pieces, sse } from '../../unit/models/ask.ts';
import { modelServer } from '../../unit/models/openai-server.ts';
import { startEngine } from '../engine.ts';
import { recordingTool } from './kit.ts';
import { outline, refusedBy, wires } from './wires.ts';
import type { Wire } from './wires.ts';

const [openai] = wires as readonly [Wire];

const all = [1, 2, 3].map((n) => ({ index: n - 1, id: `t${n}`, name: 'count', args: `{"n":${n}}` }));

it.each([
  ['each call whole from its first', all.map((_call, at) => pieces(...all.slice(0, at + 1)))],
  ['all of them repeated at the end', [...all.map((call) => pieces(call)), pieces(...all)]],
])('calls in growing snapshots, %s, are three calls (B26)', async (_how, snapshots) => {
  const count = recordingTool('count');
  await using server = await modelServer(
    { chunks: [sse(...snapshots, delta({}, 'tool_calls'), '[DONE]')] },
    openai.says('Three.'),
  );
  await using engine = await startEngine({ model: openai.model(server), tools: [count] });
  const session = engine.session();

  await session.run('Count.');

  expect(count.effects.map(({ args }) => args['n']).toSorted()).toEqual([1, 2, 3]);
  const [, said] = await session.transcript();
  expect(said?.content).toMatchObject(all.map(({ id }) => ({ type: 'toolCall', id })));
  expect(server.requests.slice(1).map(outline)).toEqual([
    ['user: Count.', ...all.map(({ id }) => `call ${id}`), ...all.map(({ id, args }) => `result ${id}: ${args}`)],
  ]);
  expect(refusedBy(openai, server)).toEqual([]);
});
