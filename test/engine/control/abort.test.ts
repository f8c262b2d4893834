/** Ending runs and calls: what settled is kept, what did not start is said so, nothing is asked afterwards. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/index.ts';
import type { AgentTool } from '../../../src/agent/index.ts';
import { resultKind } from '../../../src/core/errors.ts';
import type { Message } from '../../../src/core/messages.ts';
import { eventsOfRun, startEngine } from '../engine.ts';

const call = (id: string, name: string) => ({ type: 'toolCall' as const, id, name, arguments: {} });
const text = (said: string) => ({ content: [{ type: 'text' as const, text: said }] });

/** A tool that waits for its signal and says what it was told. */
function waiting(name: string, more: Partial<AgentTool> = {}) {
  const started = Promise.withResolvers<void>();
  const reasons: unknown[] = [];
  const tool: AgentTool = {
    name,
    description: 'waits',
    parameters: { type: 'object' },
    execute: (_id, _args, signal) => {
      started.resolve();
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          reasons.push((signal.reason as { kind?: string }).kind);
          reject(new Error('told to stop'));
        });
      });
    },
    ...more,
  };
  return { tool, reasons, started: started.promise };
}

const quick: AgentTool = {
  name: 'quick',
  description: '',
  parameters: { type: 'object' },
  execute: () => text('done'),
};

const kinds = (messages: readonly Message[]) =>
  messages.flatMap((message) =>
    message.role === 'toolResult' ? [resultKind(message.details) ?? (message.isError ? 'error' : 'ok')] : [],
  );

it('ends the run: the running call is aborted, the settled one keeps its result, no further request is made (B32)', async () => {
  const slow = waiting('slow');
  const model = scripted([{ content: [call('a', 'quick'), call('b', 'slow')] }, 'never asked']);
  await using engine = await startEngine({ model, tools: [quick, slow.tool] });
  const session = engine.session();
  const { run } = await session.prompt('go');
  await slow.started;

  const outcome = await session.abort({ run, by: 'operator', reason: 'enough' });

  expect(outcome).toEqual({ kind: 'ended', run: 1, ended: 'aborted' });
  expect(slow.reasons).toEqual(['cancelled']);
  expect(kinds(await session.transcript())).toEqual(['ok', 'Aborted']);
  expect(model.requests).toHaveLength(1);
});

it('starts none of the later calls of a sequential batch after an abort (B34)', async () => {
  const slow = waiting('slow', { executionMode: 'sequential' });
  const model = scripted([{ content: [call('a', 'slow'), call('b', 'quick'), call('c', 'quick')] }]);
  await using engine = await startEngine({ model, tools: [quick, slow.tool] });
  const session = engine.session();
  const { run } = await session.prompt('go');
  await slow.started;
  await session.abort({ run });

  expect(kinds(await session.transcript())).toEqual(['Aborted', 'NotStarted', 'NotStarted']);
  const events = await eventsOfRun(session, 1);
  const ends = events.flatMap((event) => (event.type === 'tool_execution_end' ? [event.index] : []));
  const results = events.flatMap((event) => (event.type === 'message_end' ? [event.message.role] : []));
  expect([ends, results]).toEqual([
    [0, 1, 2],
    ['user', 'assistant', 'toolResult', 'toolResult', 'toolResult'],
  ]);
});

it('goes on with the next prompt after an abort, with the whole transcript (B20)', async () => {
  const slow = waiting('slow');
  const model = scripted([{ content: [call('a', 'slow')] }, 'second answer']);
  await using engine = await startEngine({ model, tools: [slow.tool] });
  const session = engine.session();
  const { run } = await session.prompt('one');
  await slow.started;
  const second = await session.prompt('two');
  await session.abort({ run });

  expect(await session.finish(second.run)).toEqual({ run: 2, ended: 'answered', answer: 'second answer' });
  expect(model.requests[1]?.messages.map((message) => message.role)).toEqual([
    'user',
    'assistant',
    'toolResult',
    'user',
  ]);
});

it('ends one call and lets its siblings and the run go on', async () => {
  const slow = waiting('slow');
  const model = scripted([{ content: [call('a', 'slow'), call('b', 'quick')] }, 'answer']);
  await using engine = await startEngine({ model, tools: [quick, slow.tool] });
  const session = engine.session();
  const { run } = await session.prompt('go');
  await slow.started;
  await session.cancelCall({ turn: 1, index: 0 });

  expect(await session.finish(run)).toEqual({ run: 1, ended: 'answered', answer: 'answer' });
  expect(kinds(await session.transcript())).toEqual(['Aborted', 'ok']);
});

it('interrupts the running batch for steering, which comes before the next request', async () => {
  const slow = waiting('slow');
  const model = scripted([{ content: [call('a', 'slow')] }, 'steered']);
  await using engine = await startEngine({ model, tools: [slow.tool] });
  const session = engine.session();
  const { run } = await session.prompt('go');
  await slow.started;
  await session.steer('use staging', { interrupt: true });

  expect(await session.finish(run)).toEqual({ run: 1, ended: 'answered', answer: 'steered' });
  expect(model.requests[1]?.messages.map((message) => message.role)).toEqual([
    'user',
    'assistant',
    'toolResult',
    'user',
  ]);
});

it('aborts the model request itself', async () => {
  const asked = Promise.withResolvers<void>();
  const model = {
    name: 'slow model',
    respond: () => {
      asked.resolve();
      return new Promise<never>(() => undefined);
    },
  };
  await using engine = await startEngine({ model });
  const session = engine.session();
  const { run } = await session.prompt('go');
  await asked.promise;

  expect(await session.abort({ run })).toEqual({ kind: 'ended', run: 1, ended: 'aborted' });
  expect((await session.transcript()).map((message) => message.role)).toEqual(['user', 'assistant']);
});

it('gives a call up that ignores its signal, after the grace time (B35)', async () => {
  const started = Promise.withResolvers<void>();
  const deaf: AgentTool = {
    name: 'deaf',
    description: '',
    parameters: { type: 'object' },
    execute: () => {
      started.resolve();
      return new Promise(() => undefined);
    },
  };
  const model = scripted([{ content: [call('a', 'deaf')] }]);
  await using engine = await startEngine({ model, tools: [deaf], limits: { grace: 300 } });
  const session = engine.session();
  const { run } = await session.prompt('go');
  await started.promise;
  await session.abort({ run });

  expect(kinds(await session.transcript())).toEqual(['OutcomeUnknown']);
});

it('takes no more prompts once it is closed, and ends when it is idle', async () => {
  await using engine = await startEngine({ model: scripted(['one', 'two']) });
  const session = engine.session();
  await session.run('go');
  await session.close();
  for await (const _event of session.events({ fromRun: 2 }));

  await expect(session.prompt('again')).rejects.toMatchObject({ code: 'ClosedSession' });
  expect((await session.record()).status).toBe('COMPLETED');
});

it('the signal comes long before the heartbeat time-out, though the tool never beats (B38)', async () => {
  const slow = waiting('slow');
  const model = scripted([{ content: [call('a', 'slow')] }]);
  const limits = { heartbeatTimeout: 60_000 };
  await using engine = await startEngine({ model, tools: [slow.tool], limits });
  const session = engine.session();
  const { run } = await session.prompt('go');
  await slow.started;
  const said = performance.now();

  await session.abort({ run });

  expect([slow.reasons, performance.now() - said < 2_000]).toEqual([['cancelled'], true]);
});
