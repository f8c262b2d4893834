/** Arguments, messages and batches near what the engine takes: they run in waves, or are refused one by one. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import { limits } from '../../../src/core/limits.ts';
import { noUsage } from '../../../src/core/failures.ts';
import type { AssistantMessage } from '../../../src/core/messages.ts';
import { modelFailure } from '../../../src/activities/models/failure.ts';
import { asks, call, otherWorker, recordingTool, results, text } from '../cases/kit.ts';
import { failedTasks } from '../cases/recorded.ts';
import { asked } from '../control/waiting.ts';
import { freshName, startEngine } from '../engine.ts';

const paid = { content: [{ type: 'text' as const, text: 'paid' }] };

it('calls of 1 MB each after preparation all run, in several workflow tasks, with results in call order (B80)', async () => {
  const pay = recordingTool('pay', {
    prepareArguments: (args) => ({ ...(args as object), text: 'x'.repeat(1_000_000) }),
    body: ({ args }) => text(`paid ${JSON.stringify(args['n'])}`),
  });
  const calls = Array.from({ length: 6 }, (_, n) => call(`call_${String(n)}`, 'pay', { n }));
  await using engine = await startEngine({ model: scripted([asks(...calls), 'Done.']), tools: [pay] });
  const session = engine.session();

  const finished = await session.run('Pay.');

  expect(finished).toMatchObject({ ended: 'answered', answer: 'Done.' });
  expect((await results(session)).map((result) => result.text)).toEqual(calls.map((_, n) => `paid ${String(n)}`));
  expect(pay.effects).toHaveLength(6);
  expect(await failedTasks(session.id)).toBe(0);
});

it('of six calls that the model sends 1 MB each with, what can be recorded runs, and the run is not terminated (B80)', async () => {
  const pay = recordingTool('pay', { body: ({ args }) => text(`paid ${JSON.stringify(args['n'])}`) });
  const calls = Array.from({ length: 6 }, (_, n) =>
    call(`call_${String(n)}`, 'pay', { n, text: 'x'.repeat(1_000_000) }),
  );
  await using engine = await startEngine({ model: scripted([asks(...calls), 'I see.']), tools: [pay] });
  const session = engine.session();

  const finished = await session.run('Pay.');

  expect(finished).toMatchObject({ ended: 'answered', answer: 'I see.' });
  const told = await results(session);
  expect(told.map(({ id }) => id)).toEqual(calls.map(({ id }) => id));
  expect(told.filter(({ kind }) => kind === undefined).map(({ text: said }) => said)).toEqual(['paid 5']);
  expect(told.filter(({ kind }) => kind === 'TooLarge')).toHaveLength(5);
});

it('arguments beyond what one turn can hold are refused one by one, and the run goes on', async () => {
  const pay = recordingTool('pay', { prepareArguments: () => ({ text: 'x'.repeat(1_700_000) }), body: () => paid });
  const calls = Array.from({ length: 8 }, (_, n) => call(`call_${String(n)}`, 'pay', { n }));
  await using engine = await startEngine({ model: scripted([asks(...calls), 'I see.']), tools: [pay] });
  const session = engine.session();

  const finished = await session.run('Pay.');

  expect(finished.answer).toBe('I see.');
  const kinds = (await results(session)).map(({ kind = 'paid' }) => kind);
  expect(kinds).toEqual(['paid', 'paid', 'paid', 'paid', 'paid', 'TooLarge', 'TooLarge', 'TooLarge']);
  expect(pay.effects).toHaveLength(5);
});

it.each([-1, 0, 1])('a batch at the limit %i of one workflow task runs, whole or in two parts', async (more) => {
  const pay = recordingTool('pay', {
    // Filled up so that both verdicts together have that many bytes beside what signs them.
    prepareArguments: (args) => ({ text: 'x'.repeat((args as { readonly size: number }).size) }),
    body: () => paid,
  });
  const sizes = [900_000, 899_000 + more];
  const model = scripted([asks(...sizes.map((size, n) => call(`call_${String(n)}`, 'pay', { size }))), 'Done.']);
  await using engine = await startEngine({ model, tools: [pay] });
  const session = engine.session();

  await session.run('Pay.');

  expect((await results(session)).map((result) => result.text)).toEqual(['paid', 'paid']);
  expect(await failedTasks(session.id)).toBe(0);
});

it('an argument of 3 MB, parsed or not, is refused with its size, its siblings run, and the model is told', async () => {
  const pay = recordingTool('pay', { body: () => paid });
  const large = { text: 'x'.repeat(3_000_000) };
  const unparsed = { ...call('c', 'pay'), argumentsError: `Unexpected end\n\nReceived arguments:\n${large.text}` };
  const model = scripted([asks(call('a', 'pay', { n: 1 }), call('b', 'pay', large), unparsed), 'I see.']);
  await using engine = await startEngine({ model, tools: [pay] });
  const session = engine.session();

  const finished = await session.run('Pay.');

  expect(finished).toMatchObject({ ended: 'answered', answer: 'I see.' });
  const told = await results(session);
  expect(told.map(({ kind = 'paid' }) => kind)).toEqual(['paid', 'TooLarge', 'TooLarge']);
  expect(told[1]?.text).toContain('3000011 bytes');
  expect(pay.effects).toHaveLength(1);
});

it.each([-1, 0, 1])(
  'an answer at the payload limit %i is recorded; a larger one ends its run, not its session',
  async (more) => {
    const answer = (text: string): AssistantMessage => ({
      role: 'assistant',
      content: [{ type: 'text', text }],
      api: 'test',
      provider: 'test',
      model: 'exact',
      usage: noUsage,
      stopReason: 'stop',
      timestamp: 1_700_000_000_000,
    });
    const frame = JSON.stringify(answer('')).length;
    const answers = [answer('x'.repeat(limits.payloadBytes - frame + more)), answer('Fine.')];
    const model = { name: 'exact', respond: () => Promise.resolve(answers.shift() ?? answer('')) };
    await using engine = await startEngine({ model });
    const session = engine.session();

    const first = await session.run('Write.');
    const second = await session.run('And now?');

    expect(first.ended).toBe(more > 0 ? 'error' : 'answered');
    expect(first.answer.length).toBe(more > 0 ? 0 : limits.payloadBytes - frame + more);
    expect(second).toMatchObject({ ended: 'answered', answer: 'Fine.' });
  },
);

it.each([-1, 0, 1])(
  'the text of a failed request at its limit %i stands in the memo, cut where it is longer',
  async (more) => {
    const failure = modelFailure('e'.repeat(limits.thrownText + more), { retryable: false });
    await using engine = await startEngine({ model: scripted([failure, 'Fine.']) });
    const session = engine.session();

    const first = await session.run('Write.');
    const { lastRun } = await session.record();
    const second = await session.run('And now?');

    expect(lastRun?.errorMessage?.length).toBe(limits.thrownText + Math.min(more, 0));
    expect([first.ended, second.ended]).toEqual(['error', 'answered']);
  },
);

it('calls of 250 kB each that are all approved while no worker is up run, each once', async () => {
  const pay = recordingTool('pay', {
    approval: 'always',
    body: ({ args }) => text(`paid ${JSON.stringify(args['n'])}`),
  });
  const calls = Array.from({ length: 7 }, (_, n) => call(`call_${String(n)}`, 'pay', { n, text: 'x'.repeat(250_000) }));
  const model = scripted([asks(...calls), 'Done.']);
  await using engine = await startEngine({ model, tools: [pay] });
  const session = engine.session();
  await session.prompt('Pay.');
  const waiting = (await asked(session, calls.length)).map(({ approvalId }) => approvalId);
  await engine.worker.shutdown();

  await Promise.all(waiting.map((id) => engine.client.approve(id, { deadline: 1 })));
  const next = await otherWorker(engine, { model, tools: [pay] });
  const finished = await session.finish(1).finally(() => next.shutdown());

  expect(finished.ended).toBe('answered');
  expect((await results(session)).map((result) => result.text)).toEqual(calls.map((_, n) => `paid ${String(n)}`));
  expect(pay.effects).toHaveLength(7);
});

it('given calls of 1.8 MB are executed; more is refused before anything is started', async () => {
  const pay = recordingTool('pay', { body: () => paid });
  await using engine = await startEngine({ model: scripted([]), tools: [pay] });
  const given = (bytes: number) =>
    Array.from({ length: 6 }, (_, n) => call(`call_${String(n)}`, 'pay', { n, text: 'x'.repeat(bytes) }));

  const { results: executed } = await engine.client.executeToolCalls(engine.agent.name, given(298_000), {
    id: freshName('calls'),
  });
  const refused = engine.client.executeToolCalls(engine.agent.name, given(1_000_000), { id: freshName('calls') });

  await expect(refused).rejects.toMatchObject({
    code: 'InvalidInput',
    message: expect.stringContaining('too large') as string,
  });
  expect(executed.map(({ isError }) => isError)).toEqual(Array.from({ length: 6 }, () => false));
  expect(pay.effects).toHaveLength(6);
});

it('a prompt of 5 MB is refused before anything is sent', async () => {
  await using engine = await startEngine({ model: scripted(['Done.']) });
  const session = engine.session();

  await expect(session.run('x'.repeat(5_000_000))).rejects.toMatchObject({ code: 'InvalidInput' });
  expect(await session.run('Fine.')).toMatchObject({ ended: 'answered' });
});
