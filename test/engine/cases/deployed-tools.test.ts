/** A run that waits for a decision meets a worker whose tools are others: what was recorded stays, and nothing wrong runs. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import { askedIds, restarted } from '../control/waiting.ts';
import { startEngine } from '../engine.ts';
import { asks, call, recordingTool, results } from './kit.ts';
import { failedTasks } from './recorded.ts';

const schema = (type: string) => ({ type: 'object', properties: { rows: { type } } });

const pay = (parameters = schema('string')) => recordingTool('pay', { approval: 'always', parameters });
const look = recordingTool('look');
const other = recordingTool('other');

it.each([
  { title: 'renamed', tools: () => [recordingTool('pay2', { approval: 'always' }), other] },
  { title: 'removed', tools: () => [other] },
  { title: 'of another schema', tools: () => [pay(schema('number')), look, other] },
])('a tool that is $title when its call is approved does not run, and the run goes on (B87)', async ({ tools }) => {
  const deployed = tools();
  const model = scripted([
    asks(call('a', 'pay', { rows: 'x' }), call('b', 'look')),
    asks(call('c', 'pay', { rows: 'y' }), call('d', 'look')),
    'Over.',
  ]);
  const old = { model, tools: [pay(), look] };
  await using engine = await startEngine(old);
  const session = engine.session();
  await session.prompt('Go.');
  for await (const event of session.events()) if (event.type === 'tool_execution_end') break;
  const [first] = await askedIds(session);
  await restarted(engine, { model, tools: deployed });
  await engine.client.approve(first);
  const finished = await session.finish(1);

  const stays = deployed.some(({ name }) => name === 'pay');
  const kinds = (await results(session)).map(({ id, kind }) => [id, kind ?? 'ran']);
  expect(finished).toMatchObject({ ended: 'answered', answer: 'Over.' });
  expect(kinds).toEqual([
    ['a', 'Changed'],
    ['b', 'ran'],
    ['c', stays ? 'InvalidArguments' : 'NotFound'],
    ['d', stays ? 'ran' : 'NotFound'],
  ]);
  const paid = [...old.tools, ...deployed].filter(({ name }) => name.startsWith('pay'));
  expect(paid.flatMap(({ effects }) => effects)).toEqual([]);
  expect(await failedTasks(session.id)).toBe(0);
});

it('tools in another order are the same tools for a run that waits (B87)', async () => {
  const first = pay();
  const model = scripted([asks(call('a', 'pay', { rows: 'x' })), 'Paid.']);
  await using engine = await startEngine({ model, tools: [first, other, look] });
  const session = engine.session();
  await session.prompt('Go.');
  const [id] = await askedIds(session);
  const second = pay();
  await restarted(engine, { model, tools: [look, other, second] });
  await engine.client.approve(id);

  expect(await session.finish(1)).toMatchObject({ ended: 'answered', answer: 'Paid.' });
  expect([first.effects.length, second.effects.length]).toEqual([0, 1]);
});
