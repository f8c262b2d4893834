/** What somebody is shown, what is hashed and what runs are one thing: the final, validated arguments. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import { canonicalJson, sha256Hex } from '../../../src/core/canonical.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { asked } from '../control/waiting.ts';
import { startEngine } from '../engine.ts';
import { asks, call, recordingTool, results } from './kit.ts';
import { inputOf, turnHistory } from './recorded.ts';

const parameters = {
  type: 'object',
  properties: { path: { type: 'string' }, count: { type: 'number' } },
  required: ['path', 'count'],
};

/** Changes what it can reach of arguments; a frozen object makes it throw. */
const meddle = (args: object): void => void Object.assign(args, { path: '/meddled' });

it('arguments that were rewritten and coerced are shown, hashed and run as they are then, whoever meddles (B69)', async () => {
  const kept: JsonObject[] = [];
  const write = recordingTool('write', {
    parameters,
    // Keeps hold of what it gave, and of what it was asked about.
    prepareArguments: (args) => {
      const prepared = { ...(args as JsonObject), path: '/etc/a' };
      kept.push(prepared);
      return prepared;
    },
    approval: (args) => {
      kept.push(args as JsonObject);
      meddle(args);
      return true;
    },
    body: ({ args }) => {
      meddle(args);
      return { content: [{ type: 'text', text: 'written' }] };
    },
  });
  const model = scripted([asks(call('a', 'write', { path: './a', count: '5' })), 'Done.']);
  await using engine = await startEngine({
    model,
    tools: [write],
    beforeToolCall: () => {
      kept.forEach(meddle);
      return undefined;
    },
  });
  const session = engine.session();
  await session.prompt('Write.');
  const [request] = await asked(session);
  kept.forEach(meddle);
  const [listed] = await engine.client.approvals(session.id);
  await engine.client.approve(request?.approvalId ?? '');
  await session.finish(1);

  const right = { path: '/etc/a', count: 5 };
  const argsHash = sha256Hex(canonicalJson(right));
  expect([request, listed]).toMatchObject([
    { args: right, argsHash },
    { args: right, argsHash },
  ]);
  expect(inputOf(await turnHistory(session.id), 'call-0')).toMatchObject({ call: { args: right, argsHash } });
  expect((await results(session)).map((result) => result.text)).toEqual(['written']);
  const assistant = (await session.transcript()).find(({ role }) => role === 'assistant');
  expect(assistant?.content).toMatchObject([{ arguments: { path: './a', count: '5' } }]);
});

it('a hook that changes the arguments in place blocks the call instead (B69)', async () => {
  const write = recordingTool('write', { parameters, approval: 'always' });
  const model = scripted([asks(call('a', 'write', { path: './a', count: 5 })), 'Over.']);
  await using engine = await startEngine({
    model,
    tools: [write],
    beforeToolCall: ({ args }) => {
      meddle(args);
      return undefined;
    },
  });
  const session = engine.session();
  await session.run('Write.');

  expect(await results(session)).toMatchObject([{ id: 'a', isError: true, kind: 'Blocked' }]);
  expect([write.effects, await engine.client.approvals(session.id)]).toEqual([[], []]);
});
