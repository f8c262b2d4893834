/** Two people say something in the same moment: what was decided is recorded, and what was cancelled does not run. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/index.ts';
import type { AgentTool } from '../../../src/agent/index.ts';
import { resultKind } from '../../../src/core/errors.ts';
import { createWorker } from '../../../src/worker/index.ts';
import { eventsOfRun, startEngine } from '../engine.ts';
import { askedIds } from './waiting.ts';

it('records an approval that meets a cancellation in one task, and runs nothing', async () => {
  let paid = 0;
  const pay: AgentTool = {
    name: 'pay',
    description: '',
    parameters: { type: 'object' },
    approval: 'always',
    execute: () => {
      paid += 1;
      return { content: [{ type: 'text', text: 'paid' }] };
    },
  };
  const model = scripted([
    { content: [{ type: 'toolCall', id: 'a', name: 'pay', arguments: {} }] },
    'nothing was paid',
  ]);
  await using engine = await startEngine({ model, tools: [pay] });
  const session = engine.session();
  await session.prompt('go');
  const [id] = await askedIds(session);
  // With no worker up, both wait for the same workflow task.
  await engine.worker.shutdown();
  const recorded = await engine.client.approve(id, { by: 'auditor', deadline: 0 });
  const cancelled = await session.cancelCall({ turn: 1, index: 0 }, { deadline: 0 });
  const shared = { connection: { address: engine.address }, store: engine.store, keys: engine.keys };
  const worker = await createWorker({ ...shared, agents: [engine.agent], drain: 100 });

  const events = await eventsOfRun(session, 1);
  await worker.shutdown();
  const told = events.flatMap((event) => {
    if (event.type === 'approval_decided')
      return [`${event.decision.kind} by ${'by' in event.decision ? event.decision.by : ''}`];
    if (event.type === 'tool_execution_end') return [resultKind(event.result.details)];
    return event.type === 'agent_end' ? [event.ended] : [];
  });
  expect([recorded.kind, cancelled.kind]).toEqual(['recorded', 'recorded']);
  expect(told).toEqual(['approved by auditor', 'NotStarted', 'answered']);
  expect(paid).toBe(0);
});
