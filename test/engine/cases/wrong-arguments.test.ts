/** Arguments that do not fit are the model's business: they never reach, or repeat, an activity of the engine. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import { startEngine } from '../engine.ts';
import { asks, call, recordingTool, results } from './kit.ts';
import { activitySteps, failedTasks, turnHistory } from './recorded.ts';

it('wrong arguments cost no attempt of the tool, and the model gets one error and goes on (B18)', async () => {
  const transfer = recordingTool('transfer', {
    replay: 'safe',
    parameters: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
  });
  const model = scripted([
    asks(call('a', 'transfer', { amount: 'much' })),
    asks(call('b', 'transfer', { amount: 5 })),
    'Done.',
  ]);
  await using engine = await startEngine({ model, tools: [transfer] });
  const session = engine.session();

  const finished = await session.run('Pay.');

  expect(finished).toEqual({ run: 1, ended: 'answered', answer: 'Done.' });
  expect(activitySteps(await turnHistory(session.id))).toEqual(['+callModel', '-callModel']);
  expect(await failedTasks(session.id)).toBe(0);
  expect(transfer.effects.map(({ args }) => args)).toEqual([{ amount: 5 }]);
  expect(model.requests.length).toBe(3);
  expect(await results(session)).toEqual([
    {
      id: 'a',
      text: expect.stringMatching(/^Validation failed for tool "transfer":\n {2}- amount: must be number\n/) as string,
      isError: true,
      kind: 'InvalidArguments',
    },
    { id: 'b', text: '{"amount":5}', isError: false },
  ]);
});

it.each([
  ['preparation of arguments', 'prepare'],
  ['before hook', 'hook'],
])(
  'a %s that fails with megabytes of text refuses its call with an excerpt, and the run goes on',
  async (_title, where) => {
    const fail = (): never => {
      throw new Error('x'.repeat(3_000_000));
    };
    const tool = recordingTool('pay', where === 'prepare' ? { prepareArguments: fail } : {});
    const model = scripted([asks(call('a', 'pay'), call('b', 'pay')), 'I see.']);
    await using engine = await startEngine({
      model,
      tools: [tool],
      ...(where === 'hook' ? { beforeToolCall: fail } : {}),
    });
    const session = engine.session();

    const finished = await session.run('Pay.');

    expect(finished.answer).toBe('I see.');
    const texts = (await results(session)).map((result) => result.text);
    expect(texts.map((text) => [text.slice(0, 3), text.length < 11_000])).toEqual([
      ['xxx', true],
      ['xxx', true],
    ]);
    expect(tool.effects).toEqual([]);
  },
);
