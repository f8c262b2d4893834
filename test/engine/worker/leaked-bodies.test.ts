/** A worker whose tools ignore their signals. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import { asks, call, recordingTool, results } from '../cases/kit.ts';
import { startEngine } from '../engine.ts';

it('counts bodies that go on after they were given up, and ends when there are too many', async () => {
  const latch = Promise.withResolvers<never>();
  const deaf = recordingTool('deaf', { timeout: 50, body: () => latch.promise });
  const model = scripted([asks(call('a', 'deaf')), 'On.', asks(call('b', 'deaf')), 'On.']);
  const limits = { grace: 50 };
  await using engine = await startEngine({ model, tools: [deaf], limits }, { leakedBodies: 2 });
  const session = engine.session();

  await session.run('Once.');
  expect(engine.worker.leakedBodies()).toBe(1);
  await session.prompt('Twice.');

  await expect(engine.worker.done).rejects.toThrow(
    '2 tool bodies ignored their signal and never ended, the last of tool "deaf"',
  );
  expect((await results(session))[0]).toMatchObject({ id: 'a', kind: 'OutcomeUnknown' });
});
