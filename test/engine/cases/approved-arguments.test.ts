/** What somebody decides about is what is shown, hashed and executed, whatever touches the arguments on the way. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import type { AgentTool } from '../../../src/agent/index.ts';
import { argumentLines } from '../../../src/cli/render/argument-lines.ts';
import type { AgentEvent, Session } from '../../../src/client/index.ts';
import { canonicalJson, sha256Hex } from '../../../src/core/canonical.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { startEngine } from '../engine.ts';
import { asks, call, recordingTool, results } from './kit.ts';

type Request = Extract<AgentEvent, { type: 'approval_requested' }>;

async function request(session: Session): Promise<Request> {
  for await (const event of session.events()) if (event.type === 'approval_requested') return event;
  throw new Error('nobody was asked');
}

/** Tidies `./a` into `/etc/a`; needs a number. */
const tidying: Partial<Omit<AgentTool, 'name' | 'execute'>> = {
  parameters: { type: 'object', properties: { path: { type: 'string' }, times: { type: 'number' } } },
  approval: 'always',
  prepareArguments: (raw) => ({ ...(raw as JsonObject), path: '/etc/a' }),
};
const sent = call('a', 'write', { path: './a', times: '5' });
const final = { path: '/etc/a', times: 5 };

it('the arguments that are shown and hashed are the tidied and coerced ones that run, whatever hooks do to theirs (B69)', async () => {
  const held: JsonObject[] = [];
  const ran: JsonObject[] = [];
  const write = recordingTool('write', {
    ...tidying,
    approval: (args) => {
      held.push(args as JsonObject);
      Reflect.set(args as object, 'path', '/by/the/predicate');
      return true;
    },
    body: ({ args }) => {
      ran.push(structuredClone(args));
      Reflect.set(args, 'path', '/by/the/tool');
      return { content: [] };
    },
  });
  const model = scripted([asks(sent), 'Done.']);
  await using engine = await startEngine({
    model,
    tools: [write],
    beforeToolCall: ({ args }) => {
      Reflect.set(args, 'path', '/by/the/hook');
      return undefined;
    },
  });
  const session = engine.session();
  await session.prompt('Write.');
  const shown = await request(session);
  const [listed] = await engine.client.approvals(session.id);
  // The text is on somebody's screen now; what the predicate kept is changed under it.
  for (const args of held) Reflect.set(args, 'path', '/while/it/is/shown');
  await engine.client.approve(shown.approvalId);
  await session.finish(1);

  const hash = sha256Hex(canonicalJson(final));
  expect([shown, listed]).toMatchObject([
    { args: final, argsHash: hash },
    { args: final, argsHash: hash },
  ]);
  expect(ran).toEqual([final]);
  const message = (await session.transcript()).find(({ role }) => role === 'assistant');
  expect(message).toMatchObject({ content: [{ arguments: sent.arguments }] });
});

it('a hook that assigns to the arguments is told so, and its call does not run (B69)', async () => {
  const write = recordingTool('write', tidying);
  const model = scripted([asks(sent), 'Done.']);
  await using engine = await startEngine({
    model,
    tools: [write],
    beforeToolCall: ({ args }) => {
      (args as Record<string, unknown>)['path'] = '/by/the/hook';
      return undefined;
    },
  });
  const session = engine.session();
  await session.run('Write.');

  expect(await results(session)).toMatchObject([{ isError: true, kind: 'Blocked', text: /read only/ }]);
  expect(write.effects).toEqual([]);
});

it('what a person is shown of a huge call names the tool and shows the command, not only its purpose (B70)', async () => {
  const command = `rm -rf /data; ${'x'.repeat(200_000)}`;
  const shell = recordingTool('shell', { approval: 'always', label: 'A harmless helper' });
  const args = { purpose: `list files ${'y'.repeat(30_000)}`, label: 'ls', command };
  const model = scripted([asks(call('a', 'shell', args)), 'Done.']);
  await using engine = await startEngine({ model, tools: [shell] });
  const session = engine.session();
  await session.prompt('List the files.');
  const shown = await request(session);
  const [listed] = await engine.client.approvals(session.id);
  await engine.client.deny(shown.approvalId, { reason: 'no' });
  await session.finish(1);

  expect([shown.toolName, shown.args, listed?.tool, listed?.args]).toEqual(['shell', args, 'shell', args]);
  const lines = argumentLines(shown.args, shown.argsHash);
  expect(lines.join('\n')).toMatch(/"command": "rm -rf \/data; x/);
  expect(lines.at(-1)).toBe(
    `… cut: 230,065 bytes in all, sha256 ${sha256Hex(canonicalJson(args))}; turnkeeper approvals --json has the whole`,
  );
});
