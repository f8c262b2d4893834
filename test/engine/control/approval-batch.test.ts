/** Several calls of one batch that wait: each is asked about, listed and decided on its own. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import { place } from '../cli/cli.ts';
import { asks, call, recordingTool, results, text } from '../cases/kit.ts';
import { eventsOfRun, startEngine } from '../engine.ts';
import { asked, askedIds, restarted } from './waiting.ts';

it('equal calls of a batch are asked about under ids of their own, which a restart does not change (B55)', async () => {
  const paint = recordingTool('paint', { approval: 'always' });
  const red = { color: 'red' };
  const model = scripted([asks(call('x', 'paint', red), call('x', 'paint', red), call('x', 'paint', red)), 'Painted.']);
  const agent = { model, tools: [paint] };
  await using engine = await startEngine(agent);
  const { client } = engine;
  const session = engine.session();
  await session.prompt('Paint.');
  const [first, second, third] = await askedIds(session, 3);
  await restarted(engine, agent);
  await client.approve(third);
  await client.deny(second, { by: 'auditor', reason: 'enough red' });
  const left = await client.approvals(session.id);
  await client.approve(first);
  await session.finish(1);

  expect([new Set([first, second, third]).size, left.map(({ id }) => id)]).toEqual([3, [first]]);
  expect((await results(session)).map((result) => result.text)).toEqual([
    '{"color":"red"}',
    'Tool "paint" was denied by auditor: enough red',
    '{"color":"red"}',
  ]);
  expect(paint.effects.map(({ context }) => context.index).toSorted()).toEqual([0, 2]);
});

it('all calls of a batch that wait are listed at once, and the one that need not wait runs meanwhile (B57)', async () => {
  const pay = recordingTool('pay', {
    approval: 'always',
    parameters: { type: 'object', properties: { amount: { type: 'number' } } },
  });
  const look = recordingTool('look');
  const paid = (amount: number | string) => call('p', 'pay', { amount });
  const model = scripted([asks(paid(1), call('l', 'look'), paid('2'), paid(3)), 'Over.']);
  await using engine = await startEngine({ model, tools: [pay, look] });
  const session = engine.session();
  await session.prompt('Go.');
  for await (const event of session.events()) if (event.type === 'tool_execution_end') break;
  const listed = await engine.client.approvals(session.id);
  const { stdout } = await place().run(['approvals', '--session', session.id, '--json']);
  const printed = stdout.trim().split('\n');

  const wanted = [1, 2, 3].map((amount) => ({ tool: 'pay', args: { amount } }));
  expect(listed).toMatchObject(wanted);
  expect(printed.map((line) => JSON.parse(line) as unknown)).toMatchObject(wanted);
  expect([look.effects.length, pay.effects.length]).toEqual([1, 0]);
  await session.abort();
});

/** By the stream of events, and by asking what waits. */
const clients = ['following', 'asking'] as const;

it.each(clients.flatMap((kind) => (['parallel', 'sequential'] as const).map((mode) => ({ kind, mode }))))(
  '$kind: the client sees one request per call, and nothing runs before its decision: $mode (B53)',
  async ({ kind, mode }) => {
    const pay = recordingTool('pay', { approval: 'always' });
    const model = scripted([asks(call('a', 'pay', { n: 0 }), call('b', 'pay', { n: 1 })), 'Paid.']);
    await using engine = await startEngine({ model, tools: [pay], toolExecution: mode });
    const { client } = engine;
    const session = engine.session();
    await session.prompt('Pay.');
    const waiting = async (index: number): Promise<string> => {
      if (kind === 'following') return (await asked(session, index + 1))[index]?.approvalId ?? '';
      for (;;) {
        const found = (await client.approvals(session.id)).find(({ args }) => args['n'] === index);
        if (found !== undefined) return found.id;
      }
    };
    const before: number[] = [];
    for (const index of [0, 1]) {
      const id = await waiting(index);
      before.push(pay.effects.filter(({ context }) => context.index >= index).length);
      await client.approve(id);
    }
    await session.finish(1);

    expect(before).toEqual([0, 0]);
    expect(pay.effects.map(({ args }) => args)).toEqual([{ n: 0 }, { n: 1 }]);
    const requests = (await eventsOfRun(session, 1)).filter(({ type }) => type === 'approval_requested');
    expect(requests).toMatchObject([{ index: 0 }, { index: 1 }]);
  },
);

it('a denial is one error result, and the request made of it is the same after a restart (B50)', async () => {
  const pay = recordingTool('pay', { approval: 'always', body: () => text('paid') });
  const again = Promise.withResolvers<undefined>();
  const model = scripted([
    asks(call('a', 'pay')),
    async ({ attempt, signal }) => {
      if (attempt > 1) return 'I see.';
      again.resolve(undefined);
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      return 'never heard';
    },
  ]);
  const agent = { model, tools: [pay] };
  await using engine = await startEngine(agent);
  const session = engine.session();
  await session.prompt('Pay.');
  const [id] = await askedIds(session);
  await engine.client.deny(id, { by: 'auditor', reason: 'no' });
  await again.promise;
  await restarted(engine, agent);
  const finished = await session.finish(1);

  const [live, rebuilt] = model.requests.slice(1).map((request) => JSON.stringify(request));
  expect([finished.answer, model.requests.length, rebuilt]).toEqual(['I see.', 3, live]);
  expect(await results(session)).toEqual([
    { id: 'a', text: 'Tool "pay" was denied by auditor: no', isError: true, kind: 'Denied' },
  ]);
  expect(pay.effects).toEqual([]);
});
