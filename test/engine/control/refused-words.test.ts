/** What an operator says wrongly is refused before anything is done; what is said again is only answered again. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import { asks, call, recordingTool, text } from '../cases/kit.ts';
import { eventsOfRun, freshName, startEngine } from '../engine.ts';
import { withServer } from './next-worker.ts';
import { askedIds } from './waiting.ts';

const invalid = { name: 'ClientError', code: 'InvalidInput' };

it('a decision with words or arguments that cannot be kept as they are changes nothing', async () => {
  const pay = recordingTool('pay', { approval: 'always' });
  await using engine = await startEngine({
    model: scripted([asks(call('a', 'pay', { amount: 5 })), 'Done.']),
    tools: [pay],
  });
  const session = engine.session();
  await session.prompt('pay');
  const [id] = await askedIds(session);
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

it('signals from elsewhere that say nothing, or too much, change nothing and wedge nothing', async () => {
  const pay = recordingTool('pay', { approval: 'always' });
  const model = scripted([asks(call('a', 'pay', { amount: 5 })), 'Done.', 'Here.']);
  await using engine = await startEngine({ model, tools: [pay], limits: { rollOverTurns: 1 } });
  const session = engine.session();
  await session.prompt('pay');
  const [id] = await askedIds(session);
  const large = 'x'.repeat(1_500_000);
  await withServer(async (client) => {
    const whole = client.workflow.getHandle(session.id);
    const turn = client.workflow.getHandle(id.slice(0, id.lastIndexOf('/')));
    for (const said of [{ run: 'all' }, { run: 7, reason: large }]) await whole.signal('abortSignal', said);
    for (const said of [undefined, 5, { index: 'all' }]) await turn.signal('cancelCallSignal', said);
    const decision = { id: 'd', by: 'operator', index: 0, approve: 'yes' };
    for (const said of [null, {}, { ...decision, reason: large }, { ...decision, args: { note: large } }]) {
      await turn.signal('decideSignal', said);
    }
  });

  expect(await engine.client.approve(id)).toEqual({ kind: 'applied' });
  expect(await session.finish(1)).toMatchObject({ ended: 'answered' });
  await session.prompt('Are you there?');
  expect(await session.finish(2)).toMatchObject({ ended: 'answered' });
});

it('a crowd of messages at once is taken or refused, each in time', async () => {
  const release = Promise.withResolvers<undefined>();
  const wait = recordingTool('wait', {
    body: async () => {
      await release.promise;
      return text('through');
    },
  });
  const model = scripted([asks(call('a', 'wait')), ...Array.from({ length: 110 }, () => 'Heard.')]);
  await using engine = await startEngine({ model, tools: [wait] });
  const { id } = engine.session();
  const session = () => engine.client.session(id, { agent: engine.agent.name });
  await session().prompt('wait');
  for await (const event of session().events()) if (event.type === 'tool_execution_start') break;

  const sent = await Promise.allSettled(
    Array.from({ length: 300 }, (_, n) => session().prompt(`message ${String(n)}`)),
  );

  release.resolve(undefined);
  const codes = sent.map((one) => (one.status === 'fulfilled' ? 'taken' : (one.reason as { code: string }).code));
  expect([codes.filter((code) => code === 'taken').length, [...new Set(codes)]]).toEqual([100, ['taken', 'Refused']]);
  // In the order in which they were sent.
  expect(sent.flatMap((one) => (one.status === 'fulfilled' ? [one.value.run] : []))).toEqual(
    Array.from({ length: 100 }, (_, n) => n + 2),
  );
});

it('what can be no message, key, session or run is refused with one sentence, and nothing is started', async () => {
  await using engine = await startEngine({ model: scripted(['Done.']), tools: [] });
  const session = engine.session();
  const message = (content: unknown) => ({ role: 'user', content, timestamp: 1 }) as never;
  const block = (more: object) => [{ type: 'text', text: 'hello', ...more }];
  for (const wrong of [
    5n,
    message(block({ n: 1n })),
    message(block({ at: NaN })),
    message('x'.repeat(1_800_000)),
    null,
  ]) {
    await expect(session.prompt(wrong as never)).rejects.toMatchObject(invalid);
  }
  for (const key of ['', 'half \ud83d', 'x'.repeat(201), 5 as never]) {
    await expect(session.prompt('hello', { key })).rejects.toMatchObject({ name: 'ClientError', code: 'Refused' });
    await expect(session.cancelMessage(key)).rejects.toMatchObject({ name: 'ClientError', code: 'Refused' });
  }
  for (const id of [5, 5n, null, 'x'.repeat(129)])
    expect(() => engine.client.session(id as never)).toThrow(/session id/);
  for (const options of [{ agent: 'x'.repeat(10_000_000) }, { model: '' }, { model: 7 }, { idleExpiry: NaN }]) {
    expect(() => engine.client.session('s', options as never)).toThrow(expect.objectContaining(invalid));
  }
  for (const run of [NaN, 0, 1.5, '1']) await expect(session.finish(run as never)).rejects.toMatchObject(invalid);
  await expect(session.record()).rejects.toMatchObject({ code: 'UnknownSession' });
});

it('calls that cannot be executed as they are given are refused, and nothing is started', async () => {
  const pay = recordingTool('pay');
  await using engine = await startEngine({ model: scripted([]), tools: [pay] });
  const id = freshName('given');
  for (const calls of [
    null,
    [],
    'pay',
    { role: 'user', content: [] },
    [call('a', 'pay', { amount: NaN })],
    [{ ...call('a', 'pay'), arguments: [] }],
    [{ type: 'toolCall', id: 5, name: 'pay', arguments: {} }],
    [call('a', 'pay', { note: 'x'.repeat(10_000_000) })],
  ]) {
    await expect(engine.client.executeToolCalls(engine.agent.name, calls as never, { id })).rejects.toMatchObject(
      invalid,
    );
  }
  await expect(engine.client.session(id).record()).rejects.toMatchObject({ code: 'UnknownSession' });
  expect(pay.effects).toEqual([]);
});

it('a tool whose listener throws at the abort ends its own call at most; its sibling and its worker live on', async () => {
  const both = Promise.withResolvers<undefined>();
  let begun = 0;
  const begins = (): void => {
    if (++begun === 2) both.resolve(undefined);
  };
  const faulty = recordingTool('faulty', {
    body: ({ signal }) => {
      const { promise, reject } = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => {
        throw new Error('a mistake in a listener');
      });
      signal.addEventListener('abort', () => reject(new Error('told to stop')));
      begins();
      return promise;
    },
  });
  const sound = recordingTool('sound', {
    body: ({ signal }) => {
      const { promise, resolve } = Promise.withResolvers<ReturnType<typeof text>>();
      signal.addEventListener('abort', () => resolve(text('tidied up')));
      begins();
      return promise;
    },
  });
  const model = scripted([asks(call('a', 'faulty'), call('b', 'sound')), 'Still here.']);
  await using engine = await startEngine({ model, tools: [faulty, sound] });
  const session = engine.session();
  await session.prompt('go');
  await both.promise;

  expect(await session.abort()).toMatchObject({ kind: 'ended', ended: 'aborted' });

  const ends = (await eventsOfRun(session, 1)).flatMap((event) =>
    event.type === 'tool_execution_end' ? [[event.toolName, event.isError]] : [],
  );
  expect(new Map(ends as [string, boolean][])).toEqual(
    new Map([
      ['faulty', true],
      ['sound', false],
    ]),
  );
  expect(await session.run('Are you there?')).toMatchObject({ answer: 'Still here.' });
});
