/** Whatever user code throws, wherever it stands: the call ends in an error result or the run ends, and soon. */
import { expect, it } from 'vitest';
import type { AgentOptions } from '../../../src/agent/index.ts';
import { noUsage } from '../../../src/core/failures.ts';
import type { ToolCall } from '../../../src/core/messages.ts';
import type { Model } from '../../../src/core/model.ts';
import { startEngine } from '../engine.ts';
import { call, recordingTool, results } from './kit.ts';
import { thrown } from './thrown-values.ts';

const names = Object.keys(thrown);

function raise(name: unknown): never {
  // What is thrown is the point: none of it needs to be an error.
  throw thrown[String(name)]?.();
}

function answers(respond: Model['respond']): Model {
  return { name: 'test', respond };
}

function message(content: readonly (ToolCall | { readonly type: 'text'; readonly text: string })[]) {
  const stopReason = content.some(({ type }) => type === 'toolCall') ? ('toolUse' as const) : ('stop' as const);
  const from = { api: 'test', provider: 'test', model: 'test', usage: noUsage, timestamp: 0 };
  return { role: 'assistant' as const, content, stopReason, ...from };
}

const places = ['tool', 'before', 'after', 'prepare', 'predicate'] as const;

it('whatever a tool, its predicate, its tidying or a hook of it throws, the call ends in one error result (B96)', async () => {
  const calls = places.flatMap((place) => names.map((name) => call(`${place}: ${name}`, place, { name })));
  const model = answers(async ({ messages }) =>
    message(messages.length > 1 ? [{ type: 'text', text: 'Done.' }] : calls),
  );
  const plain = { body: () => ({ content: [] }) };
  const agent: Omit<AgentOptions, 'name'> = {
    model,
    tools: [
      recordingTool('tool', { body: ({ args }) => raise(args['name']) }),
      recordingTool('before', plain),
      recordingTool('after', plain),
      recordingTool('prepare', { ...plain, prepareArguments: (raw) => raise((raw as { name: unknown }).name) }),
      recordingTool('predicate', { ...plain, approval: (args) => raise((args as { name: unknown }).name) }),
    ],
    beforeToolCall: ({ toolCall, args }) => (toolCall.name === 'before' ? raise(args['name']) : undefined),
    afterToolCall: ({ toolCall, args }) => (toolCall.name === 'after' ? raise(args['name']) : undefined),
  };
  await using engine = await startEngine(agent);
  const session = engine.session();
  const end = await session.run('Go.');

  expect(end.ended).toBe('answered');
  const found = await results(session);
  expect(found.map(({ id, isError }) => [id, isError])).toEqual(calls.map(({ id }) => [id, true]));
  expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['Failed', 'Blocked', 'InvalidArguments']));
}, 60_000);

it('whatever a model throws, its run ends in an error after a bounded number of requests (B96)', async () => {
  const asked = new Map<string, number>();
  const model = answers(async ({ messages: [first] }) => {
    const name = typeof first?.content === 'string' ? first.content : JSON.stringify(first?.content);
    asked.set(name, (asked.get(name) ?? 0) + 1);
    return raise(names.find((one) => name.includes(`<${one}>`)));
  });
  await using engine = await startEngine({ model, tools: [] });
  const ends = await Promise.all(names.map(async (name) => [name, await engine.session().run(`<${name}>`)] as const));

  expect(ends.map(([name, { ended }]) => [name, ended])).toEqual(names.map((name) => [name, 'error']));
  expect(asked.size).toBe(names.length);
  expect(Math.max(...asked.values())).toBeLessThanOrEqual(5);
}, 120_000);

it('whatever the hook that hears of approvals throws, the call waits on, and its decision counts (B96)', async () => {
  const told = new Set<number>();
  const model = answers(async ({ messages }) =>
    message(messages.length > 1 ? [{ type: 'text', text: 'Done.' }] : names.map((name) => call(name, 'pay', { name }))),
  );
  await using engine = await startEngine({
    model,
    tools: [recordingTool('pay', { approval: 'always', body: () => ({ content: [] }) })],
    onApproval: ({ index, args }) => {
      told.add(index);
      raise(args['name']);
    },
  });
  const session = engine.session();
  const run = session.run('Go.');
  await expect.poll(() => told.size, { timeout: 30_000 }).toBe(names.length);
  await Promise.all((await engine.client.approvals(session.id)).map(({ id }) => engine.client.approve(id)));

  expect((await run).ended).toBe('answered');
  expect((await results(session)).map(({ id, isError }) => [id, isError])).toEqual(names.map((name) => [name, false]));
}, 120_000);

it('whatever a stop hook throws, the run goes on to its end (B96)', async () => {
  const asked: string[] = [];
  const model = answers(async () => message([{ type: 'text', text: 'Done.' }]));
  await using engine = await startEngine({
    model,
    tools: [],
    shouldStopAfterTurn: async (turn) => {
      const said = JSON.stringify(await turn.messages());
      asked.push(said);
      return raise(names.find((one) => said.includes(`<${one}>`)));
    },
  });
  const ends = await Promise.all(names.map(async (name) => [name, await engine.session().run(`<${name}>`)] as const));

  expect(ends.map(([name, { ended }]) => [name, ended])).toEqual(names.map((name) => [name, 'answered']));
  expect(asked.length).toBeGreaterThanOrEqual(names.length);
}, 120_000);
