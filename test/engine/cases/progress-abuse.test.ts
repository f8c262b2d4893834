/** Tools that report badly, and events that come when they are true. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import type { ToolResult } from '../../../src/agent/index.ts';
import type { AgentEvent } from '../../../src/client/index.ts';
import { eventsOfRun, startEngine } from '../engine.ts';
import { asks, call, recordingTool, resultsOf, text } from './kit.ts';

/** Errors that nobody caught. */
function strayErrors(): readonly unknown[] {
  const stray: unknown[] = [];
  const keep = (error: unknown): void => {
    stray.push(error);
  };
  process.on('unhandledRejection', keep).on('uncaughtException', keep);
  onTestFinished(() => {
    process.off('unhandledRejection', keep).off('uncaughtException', keep);
  });
  return stray;
}

it('updates that come too late, too large, too often or in no form end nothing and are not in the history (B112)', async () => {
  const stray = strayErrors();
  const circular: { self?: unknown } = {};
  circular.self = circular;
  const late = Promise.withResolvers<undefined>();
  let dropped = 0;
  const tool = {
    name: 'chatter',
    description: 'Says too much.',
    parameters: { type: 'object' },
    execute: async (...[, , , onUpdate]: readonly [string, unknown, unknown, ((partial: ToolResult) => void)?]) => {
      onUpdate?.(text('x'.repeat(1_000_000)));
      onUpdate?.({ content: [], details: circular });
      for (let count = 1; count <= 10_000; count += 1) onUpdate?.(text(String(count)));
      void late.promise.then(() => {
        onUpdate?.(text('too late'));
        dropped += 1;
      });
      return text('said');
    },
  };
  await using engine = await startEngine({ model: scripted([asks(call('a', 'chatter')), 'Done.']), tools: [tool] });
  const session = engine.session();
  await session.prompt('go');
  const events: AgentEvent[] = [];
  for await (const event of session.events()) {
    events.push(event);
    if (event.type === 'tool_execution_end') late.resolve(undefined);
    if (event.type === 'agent_end') break;
  }
  await delay(0);

  const ofCall = events.filter((event) => 'index' in event).map(({ type }) => type);
  const updates = events.flatMap((event) =>
    event.type === 'tool_execution_update' ? event.partial.content.map((block) => JSON.stringify(block)) : [],
  );
  expect([ofCall[0], ofCall.at(-1)]).toEqual(['tool_execution_start', 'tool_execution_end']);
  expect(updates.length).toBeLessThanOrEqual(256);
  expect(updates.at(-1)).toBe(JSON.stringify({ type: 'text', text: '10000' }));
  expect([dropped, stray]).toEqual([1, []]);
  expect(resultsOf(await session.transcript())).toEqual([{ id: 'a', text: 'said', isError: false }]);
  // Nothing of it is kept where the run is kept.
  for await (const { type } of session.events({ wait: 'recorded' })) expect(type).not.toBe('tool_execution_update');
});

// In the field the tools slept 4, 10 and 2 seconds; here each is let go when the end of the one before was seen.
it('each call of a parallel batch ends when it ends, not with its slowest sibling (B115)', async () => {
  const latches = ['a', 'b', 'c'].map((name) => ({ name, latch: Promise.withResolvers<undefined>() }));
  const letGo = (name: string | undefined): void => {
    latches.find((one) => one.name === name)?.latch.resolve(undefined);
  };
  const wait = recordingTool('wait', {
    body: async ({ args }) => {
      await latches.find(({ name }) => name === args['name'])?.latch.promise;
      return text('through');
    },
  });
  const calls = latches.map(({ name }) => call(name, 'wait', { name }));
  await using engine = await startEngine({ model: scripted([asks(...calls), 'Done.']), tools: [wait] });
  const session = engine.session();
  await session.prompt('go');
  const order = ['c', 'a', 'b'];
  const ended: string[] = [];
  let begun = 0;
  for await (const event of session.events()) {
    if (event.type === 'tool_execution_start' && ++begun === 3) letGo(order[0]);
    if (event.type === 'tool_execution_end') letGo(order[ended.push(event.toolCallId)]);
    if (event.type === 'agent_end') break;
  }

  expect(ended).toEqual(order);
  expect(resultsOf(await session.transcript()).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  const messages = (await eventsOfRun(session, 1)).flatMap((event) =>
    event.type === 'message_end' && event.message.role === 'toolResult' ? [event.message.toolCallId] : [],
  );
  expect(messages).toEqual(['a', 'b', 'c']);
});
