/** A turn's workflow dies under its session: nothing it did is repeated or lost (X8). */
import { Client, Connection } from '@temporalio/client';
import { inject, expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/index.ts';
import type { AgentTool } from '../../../src/agent/index.ts';
import { resultKind } from '../../../src/core/errors.ts';
import { eventsOfRun, startEngine } from '../engine.ts';

const call = (id: string, name: string) => ({ type: 'toolCall' as const, id, name, arguments: {} });

it('keeps what a terminated turn did, says what is not known, and goes on with the next prompt (X8)', async () => {
  const started = Promise.withResolvers<void>();
  const effects: string[] = [];
  const quick: AgentTool = {
    name: 'quick',
    description: '',
    parameters: { type: 'object' },
    execute: () => {
      effects.push('quick');
      return { content: [{ type: 'text', text: 'done' }] };
    },
  };
  const slow: AgentTool = {
    ...quick,
    name: 'slow',
    // Deaf to its signal, which the server aborts when a workflow is terminated.
    execute: () => {
      effects.push('slow');
      started.resolve();
      return new Promise(() => undefined);
    },
  };
  const script = [{ content: [call('a', 'quick'), call('b', 'slow'), call('c', 'quick')] }, 'second answer'];
  const model = scripted(script);
  await using engine = await startEngine({
    model,
    tools: [quick, slow],
    toolExecution: 'sequential',
    limits: { grace: 100 },
  });
  const session = engine.session();
  await session.prompt('go');
  await started.promise;
  const connection = await Connection.connect({ address: inject('address') });
  const client = new Client({ connection, namespace: inject('namespace') });
  const { raw } = await client.workflow.getHandle(session.id).describe();
  await client.workflow.getHandle(raw.pendingChildren?.[0]?.workflowId ?? '').terminate('by hand');

  const first = await session.finish(1);
  const second = await session.run('and now?');
  await connection.close();

  expect([first.ended, second]).toMatchObject(['error', { ended: 'answered', answer: 'second answer' }]);
  const results = (await session.transcript()).filter((message) => message.role === 'toolResult');
  expect(results.map(({ details, isError }) => resultKind(details) ?? isError)).toEqual([
    false,
    'OutcomeUnknown',
    'NotStarted',
  ]);
  expect(effects).toEqual(['quick', 'slow']);
  const events = await eventsOfRun(session, 1);
  const ends = events.flatMap((event) => (event.type === 'tool_execution_end' ? [event.index] : []));
  expect([ends, events.slice(-2).map(({ type }) => type)]).toEqual([
    [0, 1, 2],
    ['turn_end', 'agent_end'],
  ]);
});
