/** Tools whose bodies run in threads of their own. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import { isolatedTool } from '../../../src/agent/index.ts';
import type { AgentEvent } from '../../../src/client/index.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { asks, call, results } from '../cases/kit.ts';
import type { Engine } from '../engine.ts';
import { startEngine } from '../engine.ts';

const module = new URL('isolated-bodies.ts', import.meta.url);

/** An engine whose model makes one call of an isolated body. */
function engineFor(
  body: string,
  { args = {}, heartbeatTimeout = 30_000 }: { args?: JsonObject; heartbeatTimeout?: number } = {},
) {
  const tool = isolatedTool({ name: body, description: '', parameters: { type: 'object' }, module, export: body });
  const model = scripted([asks(call('a', body, args)), 'Done.']);
  return startEngine({ model, tools: [tool], limits: { grace: 300, heartbeatTimeout } });
}

/** What one run of the body gave, with the updates that were seen. */
async function outcomeOf(engine: Engine) {
  const session = engine.session();
  const updates: unknown[] = [];
  const onEvent = (event: AgentEvent): void => {
    if (event.type === 'tool_execution_update') updates.push(event.partial.content);
  };
  await session.run('Go.', { onEvent });
  return { updates, results: await results(session) };
}

it('an isolated body runs in a thread, with its arguments, its context and its updates', async () => {
  await using engine = await engineFor('tells', { args: { n: 1 } });
  const told = { isMainThread: false, id: 'a', params: { n: 1 }, attempt: 1, index: 0 };
  expect(await outcomeOf(engine)).toEqual({
    updates: [[{ type: 'text', text: 'half' }]],
    results: [{ id: 'a', text: JSON.stringify(told), isError: false }],
  });
});

it('what a body posts to its parent thread, or wrongly calls an update, is nobody’s business', async () => {
  await using engine = await engineFor('chatters');
  expect((await outcomeOf(engine)).results).toEqual([{ id: 'a', text: 'heard', isError: false }]);
});

it('a body that computes without pause keeps its worker beating', async () => {
  await using engine = await engineFor('computes', { args: { ms: 2_500 }, heartbeatTimeout: 1_000 });
  expect((await outcomeOf(engine)).results).toEqual([{ id: 'a', text: 'computed', isError: false }]);
});

it.each([
  ['throws', 'the disk is full'],
  ['exits', 'The thread of tool "exits" ended with code 3 before it answered.'],
  ['strays', 'The thread of tool "strays" failed: out of nowhere'],
  ['missing', `${module.href} exports no function "missing".`],
])('a thread that %s fails its call and nothing else', async (body, text) => {
  await using engine = await engineFor(body);
  expect((await outcomeOf(engine)).results).toEqual([{ id: 'a', text, isError: true, kind: 'Failed' }]);
  expect(engine.worker.leakedBodies()).toBe(0);
});

it('a thread that returns what nobody can have has done its work, and the audit group says so', async () => {
  await using engine = await engineFor('circular');
  const session = engine.session();
  await session.run('Go.');
  const [result] = (await session.transcript()).filter((message) => message.role === 'toolResult');
  expect(result).toMatchObject({
    isError: true,
    content: [
      { text: expect.stringMatching(/^The result of tool "circular" cannot be serialized: result\.details/) as string },
    ],
    details: { turnkeeper: { kind: 'Failed', group: 'was done but its result was replaced' } },
  });
});

it.each([
  ['obeys', {}, 'Aborted'],
  ['computes', { ms: 600_000 }, 'OutcomeUnknown'],
])('a thread that %s is ended by an abort, and leaves nothing running', async (body, args, kind) => {
  await using engine = await engineFor(body, { args });
  const session = engine.session();
  await session.prompt('Go.');
  for await (const event of session.events()) if (event.type === 'tool_execution_update') break;

  await session.abort();

  expect((await results(session)).map((result) => result.kind)).toEqual([kind]);
  await expect.poll(() => engine.worker.leakedBodies()).toBe(0);
});
