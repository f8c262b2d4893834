/** What was recovered of a turn that died can be read at once, not only after the next turn. */
import { Client, Connection } from '@temporalio/client';
import { expect, inject, it } from 'vitest';
import { scripted } from '../../../src/activities/models/index.ts';
import { startEngine } from '../engine.ts';

it('the transcript holds what was recovered of a turn that died, before anything else is said (X8)', async () => {
  const started = Promise.withResolvers<void>();
  const model = scripted([{ content: [{ type: 'toolCall', id: 'a', name: 'slow', arguments: {} }] }, 'done']);
  const slow = {
    name: 'slow',
    description: '',
    parameters: { type: 'object' },
    execute: () => {
      started.resolve();
      return new Promise<never>(() => undefined);
    },
  };
  await using engine = await startEngine({ model, tools: [slow], limits: { grace: 100 } });
  const session = engine.session();
  await session.prompt('go');
  await started.promise;
  const connection = await Connection.connect({ address: inject('address') });
  const client = new Client({ connection, namespace: inject('namespace') });
  const { raw } = await client.workflow.getHandle(session.id).describe();
  await client.workflow.getHandle(raw.pendingChildren?.[0]?.workflowId ?? '').terminate('by hand');
  await connection.close();
  await session.finish(1);

  const transcript = await session.transcript();

  expect(transcript.map(({ role }) => role)).toEqual(['user', 'assistant', 'toolResult']);
});
