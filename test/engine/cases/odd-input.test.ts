/** Input that makes no sense, or a great deal of it: refused in words, and nothing runs that should not. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/index.ts';
import type { AgentTool } from '../../../src/agent/index.ts';
import { resultKind } from '../../../src/core/errors.ts';
import { createWorker } from '../../../src/worker/index.ts';
import { defineAgent } from '../../../src/agent/index.ts';
import { eventsOfRun, freshName, startEngine } from '../engine.ts';

const call = (id: string, name: string) => ({ type: 'toolCall' as const, id, name, arguments: {} });
const tool = (name: string, execute: AgentTool['execute'], more: Partial<AgentTool> = {}): AgentTool => ({
  name,
  description: '',
  parameters: { type: 'object' },
  execute,
  ...more,
});
const done = { content: [{ type: 'text' as const, text: 'done' }] };

it('takes no message for given calls, so that they are executed once', async () => {
  let ran = 0;
  const started = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const slow = tool('slow', async () => {
    ran += 1;
    started.resolve();
    await release.promise;
    return done;
  });
  await using engine = await startEngine({ model: scripted([]), tools: [slow] });
  const id = freshName('given');
  const executed = engine.client.executeToolCalls(engine.agent.name, [call('a', 'slow')], { id });
  await started.promise;

  await expect(engine.client.session(id).steer('hello')).rejects.toMatchObject({ code: 'Refused' });
  release.resolve();
  expect([(await executed).results.length, ran]).toEqual([1, 1]);
});

it.each([undefined, null, 5, {}, [], { role: 'user' }, { role: 'assistant', content: 'x', timestamp: 1 }])(
  'refuses %j as a prompt and asks no model',
  async (message) => {
    const model = scripted(['never']);
    await using engine = await startEngine({ model });
    await expect(engine.session().prompt(message as never)).rejects.toThrow(/message/i);
    expect(model.requests).toEqual([]);
  },
);

it('never lets another agent, or another model, answer than the one that was meant', async () => {
  await using engine = await startEngine({ model: scripted(['mine']) });
  const session = engine.session();
  await session.run('go');
  const other = engine.client.session(session.id, { agent: 'other' });
  const model = engine.client.session(session.id, { agent: engine.agent.name, model: 'openai/other' });

  await expect(other.prompt('and you?')).rejects.toMatchObject({ code: 'Refused' });
  await expect(model.prompt('and you?')).rejects.toMatchObject({ code: 'Refused' });
});

it('blocks a call when the before hook answers something that makes no sense', async () => {
  let ran = 0;
  const count = tool('count', () => {
    ran += 1;
    return done;
  });
  const answers = [{ block: 1 }, { block: 'yes' }, { blocked: true }, 'blocked', false, [], { approval: 'yes' }];
  const calls = answers.map((_answer, index) => call(String(index), 'count'));
  const model = scripted([{ content: calls }, 'ok']);
  await using engine = await startEngine({
    model,
    tools: [count],
    beforeToolCall: ({ index }) => answers[index] as never,
  });
  const session = engine.session();
  await session.run('go');

  const kinds = (await session.transcript()).flatMap((message) =>
    message.role === 'toolResult' ? [resultKind(message.details)] : [],
  );
  expect([kinds, ran]).toEqual([answers.map(() => 'Blocked'), 0]);
});

it("never runs another agent's tool, whose after hook it does not have, from a shared queue", async () => {
  const taskQueue = freshName('shared');
  let foreign = 0;
  const get = (execute: AgentTool['execute']) => tool('get', execute, { taskQueue });
  const model = scripted([{ content: [call('a', 'get')] }, 'ok']);
  await using engine = await startEngine({ model, tools: [get(() => done)], afterToolCall: () => ({ content: [] }) });
  const other = defineAgent({
    name: freshName('other'),
    model,
    tools: [
      get(() => {
        foreign += 1;
        return done;
      }),
    ],
  });
  const shared = { connection: { address: engine.address }, store: engine.store, keys: engine.keys };
  const worker = await createWorker({ ...shared, agents: [other], toolQueues: [taskQueue], drain: 100 });
  const session = engine.session();
  await session.run('go');
  await worker.shutdown();

  const [result] = (await session.transcript()).filter((message) => message.role === 'toolResult');
  expect([resultKind(result?.details), foreign]).toEqual(['NotStarted', 0]);
});

it.each(['text', 5, {}, [null], [['x']]])(
  'records a result with content %j as one that was replaced',
  async (content) => {
    const odd = tool('odd', () => ({ content: content as never }));
    const model = scripted([{ content: [call('a', 'odd')] }, 'ok']);
    await using engine = await startEngine({ model, tools: [odd] });
    const session = engine.session();
    await session.run('go');

    const [result] = (await session.transcript()).filter((message) => message.role === 'toolResult');
    expect([resultKind(result?.details), result?.content]).toEqual([
      'Failed',
      [{ type: 'text', text: 'Tool "odd" returned content that is no list of text and image blocks.' }],
    ]);
  },
);

it.each([
  undefined,
  null,
  { content: 'text', stopReason: 'stop' },
  { content: [null], stopReason: 'stop' },
  { content: [call('a', 'count')], stopReason: 'banana' },
  { content: [call('a', 'count')] },
  { role: 'user', content: [], stopReason: 'stop' },
])('ends the run with a sentence, after one request, when the model answers %j', async (answer) => {
  let asked = 0;
  let ran = 0;
  const model = {
    name: 'odd',
    respond: () => {
      asked += 1;
      return Promise.resolve(answer as never);
    },
  };
  const count = tool('count', () => {
    ran += 1;
    return done;
  });
  await using engine = await startEngine({ model, tools: [count] });
  const finished = await engine.session().run('go');

  expect(finished).toMatchObject({ ended: 'error', errorMessage: expect.stringContaining("model's answer") as string });
  expect([asked, ran]).toEqual([1, 0]);
});

it('lets 300 calls of one message wait for approval', async () => {
  const gated = tool('gated', () => done, { approval: 'always', approvalExpiry: 1_000 });
  const calls = Array.from({ length: 300 }, (_none, index) => call(String(index), 'gated'));
  await using engine = await startEngine({ model: scripted([{ content: calls }, 'ok']), tools: [gated] });
  const session = engine.session();
  const finished = await session.run('go');

  const expired = (await session.transcript()).filter(
    (message) => message.role === 'toolResult' && resultKind(message.details) === 'Expired',
  );
  expect([finished.ended, expired.length]).toEqual(['answered', 300]);
});

it('shows a session whose history is larger than four megabytes', async () => {
  const large = tool('large', () => ({ content: [{ type: 'text', text: 'x'.repeat(1_500_000) }] }));
  const model = scripted([{ content: [call('a', 'large'), call('b', 'large'), call('c', 'large')] }, 'ok']);
  await using engine = await startEngine({ model, tools: [large] });
  const session = engine.session();
  await session.run('go');

  const events = await eventsOfRun(session, 1);
  expect(events.filter((event) => event.type === 'tool_execution_end')).toHaveLength(3);
});

it('takes steering that does not fit into one turn in several', async () => {
  const started = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const slow = tool('slow', async () => {
    started.resolve();
    await release.promise;
    return done;
  });
  const model = scripted([{ content: [call('a', 'slow')] }, 'one', 'two']);
  await using engine = await startEngine({ model, tools: [slow], steeringMode: 'all' });
  const session = engine.session();
  const { run } = await session.prompt('go');
  await started.promise;
  await session.steer('x'.repeat(950_000));
  await session.steer('y'.repeat(40_000));
  await expect(session.steer('z'.repeat(950_000))).rejects.toMatchObject({ code: 'Refused' });
  release.resolve();

  expect(await session.finish(run)).toMatchObject({ ended: 'answered' });
});
