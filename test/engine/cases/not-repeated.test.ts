/** What fails is not done again: neither a run whose model fails for good, nor a call whose tool has said what is wrong. */
import { expect, it } from 'vitest';
import { piModel } from '../../../src/activities/models/pi.ts';
import { scripted } from '../../../src/activities/models/scripted.ts';
import { delta, pieces, serverOptions, sse } from '../../unit/models/ask.ts';
import { modelServer } from '../../unit/models/openai-server.ts';
import { eventsOfRun, startEngine } from '../engine.ts';
import { asks, call, recordingTool, results } from './kit.ts';

/** A streamed answer with one call. */
const askFor = (id: string, name: string, n: number) => ({
  chunks: [
    sse(pieces({ index: 0, id, type: 'function', name, args: `{"n":${n}}` })),
    sse(delta({}, 'tool_calls')),
    sse('[DONE]'),
  ],
});

it('a model that fails for good after three turns repeats none of their effects, not even when it is asked again (B97)', async () => {
  const refused = { status: 400, chunks: [JSON.stringify({ error: { message: 'bad request', type: 'x' } })] };
  const steps = [1, 2, 3].map((n) => askFor(`c${n}`, 'pay', n));
  await using server = await modelServer(...steps, refused);
  const pay = recordingTool('pay');
  const model = piModel('openai/test', serverOptions(server.url));
  await using engine = await startEngine({ model, tools: [pay] });
  const session = engine.session();

  const first = await session.run('pay three times');
  const again = await session.run('go on');

  const failed = {
    ended: 'error',
    errorMessage: 'Model openai/test: The server answered with status 400: bad request',
  };
  expect([first, again]).toMatchObject([failed, failed]);
  expect(pay.effects.map(({ args, context }) => [args['n'], context.attempt])).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
  ]);
  expect(server.requests.length).toBe(5);
});

it.each(['never', 'safe'] as const)(
  'an error of a tool is a result that the model reads, and no reason to call it again, replay %s (B98)',
  async (replay) => {
    const fetchPage = recordingTool('fetch', {
      replay,
      body: () => {
        throw new Error('HTTP 404');
      },
    });
    const model = scripted([asks(call('a', 'fetch')), 'There is no such page.']);
    await using engine = await startEngine({ model, tools: [fetchPage] });
    const session = engine.session();

    const finished = await session.run('fetch it');

    expect([finished.ended, fetchPage.effects.length, model.requests.length]).toEqual(['answered', 1, 2]);
    expect(await results(session)).toMatchObject([{ id: 'a', isError: true, text: 'HTTP 404' }]);
    const ends = (await eventsOfRun(session, 1)).filter(({ type }) => type === 'tool_execution_end');
    expect(ends).toMatchObject([{ isError: true }]);
  },
);
