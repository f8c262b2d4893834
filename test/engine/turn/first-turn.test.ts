import { expect, it } from 'vitest';
import { Type } from 'typebox';
import { scripted } from '../../../src/activities/models/scripted.ts';
import { defineTool } from '../../../src/agent/index.ts';
import { startEngine } from '../engine.ts';

const call = (id: string, name: string, args: object) => ({
  type: 'toolCall' as const,
  id,
  name,
  arguments: args as never,
});

it('runs the call that the model asks for and gives its result to the next request', async () => {
  const model = scripted([{ content: [call('call_42', 'read_file', { path: 'config.json' })] }, 'Yes.']);
  const read = defineTool({
    name: 'read_file',
    description: 'Reads a file',
    parameters: Type.Object({ path: Type.String() }),
    execute: (_id, { path }) => ({ content: [{ type: 'text', text: `content of ${path}` }] }),
  });
  await using engine = await startEngine({ model, tools: [read] });
  const session = engine.session();

  const finished = await session.run('Is it there?');

  expect(finished).toEqual({ run: 1, ended: 'answered', answer: 'Yes.' });
  expect((await session.transcript()).map((message) => message.role)).toEqual([
    'user',
    'assistant',
    'toolResult',
    'assistant',
  ]);
  expect(model.requests[1]?.messages.at(-1)).toMatchObject({
    role: 'toolResult',
    toolCallId: 'call_42',
    content: [{ type: 'text', text: 'content of config.json' }],
    isError: false,
  });
});
