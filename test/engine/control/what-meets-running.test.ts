/** The table "What meets what" of `docs/control.md`, about tools that run, results that are committed, and the beginning. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/index.ts';
import { asks, call, recordingTool, text } from '../cases/kit.ts';
import { startEngine } from '../engine.ts';
import { nextWorker, outcomes } from './next-worker.ts';

const told = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

const manners = {
  'settles all the same': async (signal: AbortSignal) => told(signal).then(() => text('real')),
  stops: async (signal: AbortSignal) =>
    told(signal).then(() => {
      throw new Error('stopped');
    }),
  'is deaf': () => new Promise<never>(() => undefined),
} as const;

it.each([
  ['abort', 'settles all the same', 'real'],
  ['abort', 'stops', 'Aborted'],
  ['abort', 'is deaf', 'OutcomeUnknown'],
  ['cancelCall', 'settles all the same', 'real'],
  ['cancelCall', 'stops', 'Aborted'],
  ['cancelCall', 'is deaf', 'OutcomeUnknown'],
  ['interrupt', 'settles all the same', 'real'],
  ['interrupt', 'stops', 'Aborted'],
  ['interrupt', 'is deaf', 'OutcomeUnknown'],
] as const)('%s meets a running tool that %s: the result is %s', async (what, manner, outcome) => {
  const started = Promise.withResolvers<undefined>();
  const work = recordingTool('work', {
    body: ({ signal }) => {
      started.resolve(undefined);
      return manners[manner](signal);
    },
  });
  const model = scripted([asks(call('a', 'work')), 'answer']);
  await using engine = await startEngine({ model, tools: [work], limits: { grace: 300 } });
  const session = engine.session();
  await session.prompt('go');
  await started.promise;

  if (what === 'abort') await session.abort({ run: 1, deadline: 0 });
  else if (what === 'cancelCall') await session.cancelCall({ turn: 1, index: 0 }, { deadline: 0 });
  else await session.steer('stop that', { interrupt: true });

  expect(await session.finish(1)).toMatchObject({ ended: what === 'abort' ? 'aborted' : 'answered' });
  expect([await outcomes(session), work.effects.length]).toEqual([[outcome], 1]);
});

it('an abort while results are committed keeps them, and the run ends as aborted', async () => {
  const look = recordingTool('look', { body: () => text('seen') });
  const model = scripted([asks(call('a', 'look')), 'never asked']);
  await using engine = await startEngine({ model, tools: [look] });
  const committing = Promise.withResolvers<undefined>();
  const latch = Promise.withResolvers<undefined>();
  const { store } = engine;
  const held: typeof store = {
    ...store,
    read: store.read.bind(store),
    append: async (entry) => {
      if (entry.messages.some(({ role }) => role === 'toolResult')) {
        committing.resolve(undefined);
        await latch.promise;
      }
      return store.append(entry);
    },
  };
  await engine.worker.shutdown();
  const worker = await nextWorker(engine, { store: held });
  const session = engine.session();
  await session.prompt('go');
  await committing.promise;

  await session.abort({ run: 1, deadline: 0 });
  latch.resolve(undefined);

  expect(await session.finish(1)).toMatchObject({ ended: 'aborted' });
  expect([await outcomes(session), model.requests.length]).toEqual([['seen'], 1]);
  await worker.shutdown();
});

it('an abort before the session’s very first task: nothing is asked or executed, the run ends as aborted', async () => {
  const look = recordingTool('look');
  const model = scripted([asks(call('a', 'look')), 'answer']);
  await using engine = await startEngine({ model, tools: [look] });
  await engine.worker.shutdown();
  const session = engine.session();
  const prompted = session.prompt('go', { deadline: 60_000 });
  while ((await session.record().catch(() => undefined)) === undefined) await sleep(50);

  await session.abort({ run: 1, deadline: 0 });
  const worker = await nextWorker(engine);

  expect(await prompted).toMatchObject({ run: 1 });
  expect(await session.finish(1)).toMatchObject({ ended: 'aborted' });
  expect([model.requests.length, look.effects]).toEqual([0, []]);
  await worker.shutdown();
});

it('an abort before the very first task of given calls executes none of them', async () => {
  const look = recordingTool('look');
  await using engine = await startEngine({ model: scripted([]), tools: [look] });
  await engine.worker.shutdown();
  const session = engine.session();
  const executed = engine.client.executeToolCalls(engine.agent.name, [call('a', 'look')], { id: session.id });
  while ((await session.record().catch(() => undefined)) === undefined) await sleep(50);

  await session.abort({ run: 1, deadline: 0 });
  const worker = await nextWorker(engine);

  await expect(executed).rejects.toMatchObject({ code: 'SessionFailed' });
  await worker.shutdown();
  expect([(await session.record()).lastRun?.ended, look.effects]).toEqual(['aborted', []]);
});
