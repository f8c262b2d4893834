/** A tool that is not the one that the model was offered, or that was cleared, does not run. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import { freshName, startEngine } from '../engine.ts';
import { asks, call, otherWorker, recordingTool, results } from './kit.ts';

const schema = (type: string) => ({ type: 'object', properties: { rows: { type } } });
const after = (when: string) => `Tool ${when} Nothing was executed.`;

it.each([
  ['another schema', [schema('number')]],
  ['no tool of that name', []],
])('a worker that has %s when the call is cleared refuses it and runs nothing', async (_title, schemas) => {
  const offered = recordingTool('delete', { parameters: schema('string') });
  const changed = schemas.map((parameters) => recordingTool('delete', { parameters }));
  const asked = Promise.withResolvers<undefined>();
  const answer = Promise.withResolvers<undefined>();
  const model = scripted([
    async () => {
      asked.resolve(undefined);
      await answer.promise;
      return asks(call('a', 'delete', { rows: 'old' }));
    },
    'I see.',
  ]);
  await using engine = await startEngine({ model, tools: [offered] }, { drain: 20_000 });
  const session = engine.session();

  const finished = session.run('Clean up.');
  await asked.promise;
  const stopped = engine.worker.shutdown();
  const second = await otherWorker(engine, { model, tools: changed });
  answer.resolve(undefined);
  await stopped;
  await finished.finally(() => second.shutdown());

  expect(await results(session)).toEqual([
    { id: 'a', text: after('delete has changed or was removed since it was offered.'), isError: true, kind: 'Changed' },
  ]);
  expect([offered, ...changed].flatMap(({ effects }) => effects)).toEqual([]);
});

it.each([
  ['another schema', [schema('number')]],
  ['no tool of that name', []],
])('a worker that has %s when the cleared call is to run refuses it and runs nothing', async (_title, schemas) => {
  const taskQueue = freshName('tools');
  const cleared = recordingTool('delete', { parameters: schema('string'), taskQueue });
  const changed = schemas.map((parameters) => recordingTool('delete', { parameters, taskQueue }));
  const model = scripted([asks(call('a', 'delete', { rows: 'old' })), 'I see.']);
  await using engine = await startEngine({ model, tools: [cleared] });
  const session = engine.session();
  const tools = await otherWorker(engine, { model, tools: changed }, { toolQueues: [taskQueue] });

  await session.run('Clean up.').finally(() => tools.shutdown());

  expect(await results(session)).toEqual([
    {
      id: 'a',
      text: after('"delete" has changed or was removed after it was cleared.'),
      isError: true,
      kind: 'Changed',
    },
  ]);
  expect([cleared, ...changed].flatMap(({ effects }) => effects)).toEqual([]);
});

it('the same tool on a queue of its own runs there', async () => {
  const taskQueue = freshName('tools');
  const here = recordingTool('delete', { taskQueue });
  const there = recordingTool('delete', { taskQueue });
  const model = scripted([asks(call('a', 'delete', { rows: 'old' })), 'Done.']);
  await using engine = await startEngine({ model, tools: [here] });
  const session = engine.session();
  const tools = await otherWorker(engine, { model, tools: [there] }, { toolQueues: [taskQueue] });

  await session.run('Clean up.').finally(() => tools.shutdown());

  expect({ here: here.effects.length, there: there.effects.map(({ args }) => args) }).toEqual({
    here: 0,
    there: [{ rows: 'old' }],
  });
});
