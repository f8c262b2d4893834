/** Values that are no JSON, put into arguments by the agent's own code: the call fails and names the place. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import { startEngine } from '../engine.ts';
import { asks, call, recordingTool, results, text } from './kit.ts';
import { callIds, failedTasks, turnHistory } from './recorded.ts';

class Money {
  readonly amount = 5;
}

const values: Readonly<Record<string, { readonly value: unknown; readonly problem: string }>> = {
  map: { value: new Map([['a', 1]]), problem: 'a Map' },
  date: { value: new Date(0), problem: 'a Date' },
  instance: { value: new Money(), problem: 'a Money' },
  bigint: { value: 5n, problem: 'a bigint' },
  symbol: { value: { [Symbol('mark')]: 1 }, problem: 'a symbol key' },
  function: { value: () => 1, problem: 'a function' },
  infinity: { value: Infinity, problem: 'Infinity' },
};
const kinds = Object.keys(values);

it('what a tool’s own preparation makes of arguments must be JSON; else the call fails and names the place (B95)', async () => {
  const tool = recordingTool('pay', {
    replay: 'safe',
    prepareArguments: (args) => ({ deep: { list: [0, values[(args as { kind: string }).kind]?.value] } }),
  });
  const model = scripted([asks(...kinds.map((kind) => call(kind, 'pay', { kind }))), 'Done.']);
  await using engine = await startEngine({ model, tools: [tool] });
  const session = engine.session();

  const finished = await session.run('Pay.');

  expect(finished.answer).toBe('Done.');
  expect(await results(session)).toEqual(
    kinds.map((id) => ({
      id,
      text: `Arguments of tool "pay" are not JSON: arguments.deep.list[1]: ${values[id]?.problem ?? ''}.`,
      isError: true,
      kind: 'InvalidArguments',
    })),
  );
  expect({
    effects: tool.effects,
    scheduled: callIds(await turnHistory(session.id)),
    failedTasks: await failedTasks(session.id),
  }).toEqual({
    effects: [],
    scheduled: [],
    failedTasks: 0,
  });
});

it('members that are undefined are left out, as JSON does (B95)', async () => {
  const tool = recordingTool('pay', { prepareArguments: () => ({ none: undefined, inner: { none: undefined } }) });
  await using engine = await startEngine({ model: scripted([asks(call('a', 'pay')), 'Done.']), tools: [tool] });
  const session = engine.session();

  await session.run('Pay.');

  expect(await results(session)).toEqual([{ id: 'a', text: '{"inner":{}}', isError: false }]);
});

it('a before hook that tries to change arguments blocks the call and names the member (B95)', async () => {
  const tool = recordingTool('pay');
  await using engine = await startEngine({
    model: scripted([asks(...kinds.map((kind) => call(kind, 'pay', { kind }))), 'Done.']),
    tools: [tool],
    beforeToolCall: ({ args }) => {
      Object.assign(args, { when: values[args['kind'] as string]?.value });
      return undefined;
    },
  });
  const session = engine.session();

  await session.run('Pay.');

  expect(await results(session)).toEqual(
    kinds.map((id) => ({ id, text: expect.stringMatching(/\bwhen\b/) as string, isError: true, kind: 'Blocked' })),
  );
  expect([tool.effects, await failedTasks(session.id)]).toEqual([[], 0]);
});

it('a before hook whose reason is no text still blocks its call, and only that one (B95)', async () => {
  const tool = recordingTool('pay');
  await using engine = await startEngine({
    model: scripted([
      asks(...kinds.map((kind) => call(kind, 'pay', { kind })), call('fine', 'pay', { n: 1 })),
      'Done.',
    ]),
    tools: [tool],
    beforeToolCall: ({ args }) => {
      const unfit = values[args['kind'] as string];
      return unfit === undefined ? undefined : { block: true, reason: unfit.value as string };
    },
  });
  const session = engine.session();

  const finished = await session.run('Pay.');

  expect(finished.answer).toBe('Done.');
  expect((await results(session)).map(({ id, kind }) => ({ id, kind }))).toEqual([
    ...kinds.map((id) => ({ id, kind: 'Blocked' })),
    { id: 'fine', kind: undefined },
  ]);
  expect(tool.effects.map(({ args }) => args)).toEqual([{ n: 1 }]);
});

it('a hook that asks for an approval in unfit terms is asked for it in the tool’s own, and hinders no other call (B95)', async () => {
  const tool = { ...recordingTool('pay'), approvalExpiry: 200 };
  await using engine = await startEngine({
    model: scripted([
      asks(...kinds.map((kind) => call(kind, 'pay', { kind })), call('fine', 'pay', { n: 1 })),
      'Done.',
    ]),
    tools: [tool],
    beforeToolCall: ({ args }) => {
      const unfit = values[args['kind'] as string];
      if (unfit === undefined) return undefined;
      return { approval: { reason: unfit.value as string, expiresAfter: unfit.value as number } };
    },
  });
  const session = engine.session();

  const finished = await session.run('Pay.');

  expect(finished.answer).toBe('Done.');
  expect((await results(session)).map(({ id, kind }) => ({ id, kind }))).toEqual([
    ...kinds.map((id) => ({ id, kind: 'Expired' })),
    { id: 'fine', kind: undefined },
  ]);
});

it('a hook whose error has no text for a message blocks its call, and only that one (B95)', async () => {
  const tool = recordingTool('pay');
  await using engine = await startEngine({
    model: scripted([asks(call('a', 'pay', { bad: true }), call('b', 'pay')), 'Done.']),
    tools: [tool],
    beforeToolCall: ({ args }) => {
      if (args['bad'] === true) throw Object.assign(new Error('x'), { message: 5n });
      return undefined;
    },
  });
  const session = engine.session();

  await session.run('Pay.');

  expect(await results(session)).toEqual([
    { id: 'a', text: '5', isError: true, kind: 'Blocked' },
    { id: 'b', text: '{}', isError: false },
  ]);
});

it('what an after hook puts into a result must be JSON; else the call fails and names the place (B95)', async () => {
  const unfit = kinds.filter((kind) => kind !== 'date' && kind !== 'symbol');
  const tool = recordingTool('pay', { replay: 'safe', body: () => text('paid') });
  await using engine = await startEngine({
    model: scripted([asks(...unfit.map((kind) => call(kind, 'pay', { kind }))), 'Done.']),
    tools: [tool],
    afterToolCall: ({ args }) => ({ details: { put: values[args['kind'] as string]?.value } }),
  });
  const session = engine.session();

  await session.run('Pay.');

  expect(await results(session)).toEqual(
    unfit.map((id) => ({
      id,
      text: `The result of tool "pay" cannot be serialized: result.details.put: ${values[id]?.problem ?? ''}.`,
      isError: true,
      kind: 'Failed',
    })),
  );
  expect([tool.effects.length, await failedTasks(session.id)]).toEqual([unfit.length, 0]);
});
