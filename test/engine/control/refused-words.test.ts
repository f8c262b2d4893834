/** What an operator says wrongly is refused before anything is done; what is said again is only answered again. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import { asks, call, recordingTool, text } from '../cases/kit.ts';
import { startEngine } from '../engine.ts';

const invalid = { name: 'ClientError', code: 'InvalidInput' };

it('a decision with words or arguments that cannot be kept as they are changes nothing', async () => {
  const pay = recordingTool('pay', { approval: 'always' });
  await using engine = await startEngine({
    model: scripted([asks(call('a', 'pay', { amount: 5 })), 'Done.']),
    tools: [pay],
  });
  const session = engine.session();
  await session.prompt('pay');
  let id = '';
  for await (const event of session.events()) {
    if (event.type !== 'approval_requested') continue;
    id = event.approvalId;
    break;
  }
  const circular: { self?: unknown } = {};
  circular.self = circular;
  for (const args of [
    { amount: NaN },
    null,
    [],
    { note: new Set([1]) },
    circular,
    { amount: 1n },
    { note: 'x'.repeat(1_060_000) },
  ]) {
    await expect(engine.client.approve(id, { args: args as never })).rejects.toMatchObject(invalid);
  }
  for (const words of ['x'.repeat(1_060_000), { not: 'a text' }]) {
    await expect(engine.client.deny(id, { reason: words as never })).rejects.toMatchObject(invalid);
    await expect(engine.client.approve(id, { by: words as never })).rejects.toMatchObject(invalid);
    await expect(session.abort({ run: 1, reason: words as never })).rejects.toMatchObject(invalid);
    await expect(session.cancelMessage('k', { by: words as never })).rejects.toMatchObject(invalid);
    await expect(session.endTurn({ reason: words as never })).rejects.toMatchObject(invalid);
  }
  expect(await engine.client.approve(id)).toEqual({ kind: 'applied' });
  await session.finish(1);
  expect(pay.effects.map(({ args }) => args)).toEqual([{ amount: 5 }]);
});

it('a deadline that is none is refused before anything is ended; so is a queue that there is not', async () => {
  const release = Promise.withResolvers<undefined>();
  const wait = recordingTool('wait', {
    body: async () => {
      await release.promise;
      return text('through');
    },
  });
  await using engine = await startEngine({ model: scripted([asks(call('a', 'wait')), 'Done.']), tools: [wait] });
  const session = engine.session();
  await session.prompt('wait');
  for await (const event of session.events()) if (event.type === 'tool_execution_start') break;
  for (const deadline of [NaN, -1, '5' as never]) {
    await expect(session.endTurn({ deadline })).rejects.toMatchObject(invalid);
    await expect(session.abort({ deadline })).rejects.toMatchObject(invalid);
    await expect(session.cancelCall({ turn: 1, index: 0 }, { deadline })).rejects.toMatchObject(invalid);
  }
  await expect(session.cancelMessage('k', { queue: 'bogus' as never })).rejects.toMatchObject({ code: 'Refused' });
  release.resolve(undefined);
  expect(await session.finish(1)).toEqual({ run: 1, ended: 'answered', answer: 'Done.' });
});

it('an interrupting steer that is sent again after a roll-over ends no call of a later run', async () => {
  const release = Promise.withResolvers<undefined>();
  const wait = recordingTool('wait', {
    body: ({ signal }) =>
      new Promise((resolve, reject) => {
        void release.promise.then(() => resolve(text('through')));
        signal.addEventListener('abort', () => reject(new Error('told to stop')));
      }),
  });
  const model = scripted([asks(call('a', 'wait')), 'Heard.', asks(call('b', 'wait')), 'Done.']);
  await using engine = await startEngine({ model, tools: [wait], limits: { rollOverTurns: 1 } });
  const session = engine.session();
  await session.prompt('wait');
  for await (const event of session.events()) if (event.type === 'tool_execution_start') break;
  await session.steer('now', { key: 'K', interrupt: true });
  await session.finish(1);
  await session.prompt('wait again');
  for await (const event of session.events({ fromRun: 2 })) if (event.type === 'tool_execution_start') break;

  expect(await session.steer('now', { key: 'K', interrupt: true })).toMatchObject({ run: 1 });
  release.resolve(undefined);
  expect(await session.finish(2)).toEqual({ run: 2, ended: 'answered', answer: 'Done.' });
  const results = (await session.transcript()).flatMap((m) => (m.role === 'toolResult' ? [m.isError] : []));
  expect(results).toEqual([true, false]);
});
