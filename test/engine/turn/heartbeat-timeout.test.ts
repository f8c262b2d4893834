/** How long a silent worker is waited for, where the agent says it. */
import { Client, Connection } from '@temporalio/client';
import { expect, inject, it } from 'vitest';
import { scripted } from '../../../src/activities/models/index.ts';
import { startEngine } from '../engine.ts';

it('the agent’s heartbeat time-out holds for its calls, and for model requests after the session’s first', async () => {
  const look = {
    name: 'look',
    description: '',
    parameters: { type: 'object' },
    execute: () => ({ content: [{ type: 'text' as const, text: 'seen' }] }),
  };
  const model = scripted([{ content: [{ type: 'toolCall', id: 'a', name: 'look', arguments: {} }] }, 'one', 'two']);
  await using engine = await startEngine({ model, tools: [look], limits: { heartbeatTimeout: 5_000 } });
  const session = engine.session();
  await session.run('go');
  await session.run('again');
  const connection = await Connection.connect({ address: inject('address') });
  const client = new Client({ connection, namespace: inject('namespace') });

  const seconds: string[] = [];
  for await (const { workflowId } of client.workflow.list({ query: `WorkflowId STARTS_WITH "${session.id}/"` })) {
    const { events = [] } = await client.workflow.getHandle(workflowId).fetchHistory();
    for (const { activityTaskScheduledEventAttributes: scheduled } of events ?? []) {
      if (!scheduled) continue;
      const turn = workflowId.slice(workflowId.lastIndexOf('/') + 1);
      seconds.push(`${turn} ${String(scheduled.activityId)}: ${String(scheduled.heartbeatTimeout?.seconds)} s`);
    }
  }
  await connection.close();
  expect(seconds.sort()).toEqual([
    'turn-1 call-0: 5 s',
    'turn-1 model: 30 s',
    'turn-2 model: 5 s',
    'turn-3 model: 5 s',
  ]);
});
