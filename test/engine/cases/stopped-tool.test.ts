/** Tools that are told to stop: by their time-out or by the end of their worker. What they then do decides the result. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import { startEngine } from '../engine.ts';
import { asks, call, otherWorker, recordingTool, results, text } from './kit.ts';
import type { Execution } from './kit.ts';

/** Settles when the signal aborts, with its reason. */
function aborted({ signal }: Execution): Promise<{ readonly kind?: string; readonly name?: string }> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(signal.reason as { kind?: string; name?: string }), { once: true });
  });
}

const forever = new Promise<never>(() => undefined);

it('a tool that takes too long is told so by its signal, and its result says that it timed out', async () => {
  const reasons: unknown[] = [];
  const slow = recordingTool('slow', {
    timeout: 300,
    replay: 'safe',
    body: async (execution) => {
      const { kind, name } = await aborted(execution);
      reasons.push({ kind, name });
      throw new Error('stopped half-way');
    },
  });
  const model = scripted([asks(call('a', 'slow')), 'I see.']);
  await using engine = await startEngine({ model, tools: [slow] });
  const session = engine.session();

  await session.run('Go.');

  expect(reasons).toEqual([{ kind: 'timeout', name: 'AbortError' }]);
  expect(await results(session)).toEqual([
    { id: 'a', text: 'Tool "slow" timed out: stopped half-way', isError: true, kind: 'TimedOut' },
  ]);
});

it('a tool that still finishes after its time-out gives its real result', async () => {
  const slow = recordingTool('slow', {
    timeout: 300,
    body: async (execution) => {
      await aborted(execution);
      return text('done all the same');
    },
  });
  const model = scripted([asks(call('a', 'slow')), 'Good.']);
  await using engine = await startEngine({ model, tools: [slow] });
  const session = engine.session();

  await session.run('Go.');

  expect(await results(session)).toEqual([{ id: 'a', text: 'done all the same', isError: false }]);
});

it('a tool that ignores its signal is given up after the grace time: its outcome is unknown, its siblings’ is not', async () => {
  const deaf = recordingTool('deaf', { timeout: 300, replay: 'safe', body: () => forever });
  const quick = recordingTool('quick', { body: () => text('quick') });
  const model = scripted([asks(call('a', 'deaf'), call('b', 'quick')), 'I see.']);
  await using engine = await startEngine({ model, tools: [deaf, quick], limits: { grace: 200 } });
  const session = engine.session();

  const finished = await session.run('Go.');

  expect(finished.answer).toBe('I see.');
  expect(await results(session)).toEqual([
    {
      id: 'a',
      text:
        'The outcome of tool "deaf" is unknown: it did not stop within 200 ms after it was told to. ' +
        'It may or may not have taken effect.',
      isError: true,
      kind: 'OutcomeUnknown',
    },
    { id: 'b', text: 'quick', isError: false },
  ]);
  expect(deaf.effects.length).toBe(1);
});

/** Runs a call whose worker is shut down under it, while another worker stands by. */
async function shutDownUnder(replay: 'safe' | 'never', onAbort: () => ReturnType<typeof text>) {
  const started = Promise.withResolvers<undefined>();
  const reasons: unknown[] = [];
  const first = recordingTool('work', {
    replay,
    body: async (execution) => {
      started.resolve(undefined);
      const { kind } = await aborted(execution);
      reasons.push(kind);
      return onAbort();
    },
  });
  const again = recordingTool('work', { replay, body: () => text('done by the second worker') });
  const model = scripted([asks(call('a', 'work', { n: 1 }), call('b', 'quick')), 'Done.']);
  const quick = recordingTool('quick', { replay });
  await using engine = await startEngine({ model, tools: [first, quick] }, { drain: 100 });
  const session = engine.session();

  const finished = session.run('Go.');
  await started.promise;
  const second = await otherWorker(engine, { model, tools: [again, quick] });
  await engine.worker.shutdown();
  await finished.finally(() => second.shutdown());

  const [result] = await results(session);
  const contexts = [...first.effects, ...again.effects].map(({ context }) => context);
  return { reasons, result, contexts, other: quick.effects.map(({ context }) => context.idempotencyKey) };
}

const giveUp = (): never => {
  throw new Error('interrupted');
};

it('a safe tool that its worker’s shutdown interrupted runs again elsewhere, under the same idempotency key', async () => {
  const { reasons, result, contexts, other } = await shutDownUnder('safe', giveUp);

  expect(reasons).toEqual(['shutdown']);
  expect(result).toEqual({ id: 'a', text: 'done by the second worker', isError: false });
  expect(contexts.map(({ attempt }) => attempt)).toEqual([1, 2]);
  expect(new Set(contexts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  expect(other).not.toContain(contexts[0]?.idempotencyKey);
});

it('any other tool that its worker’s shutdown interrupted is not run again: its outcome is unknown', async () => {
  const { reasons, result, contexts } = await shutDownUnder('never', giveUp);

  expect(reasons).toEqual(['shutdown']);
  expect(result).toMatchObject({ isError: true, kind: 'OutcomeUnknown' });
  expect(contexts.length).toBe(1);
});

it('a tool that finishes although its worker shuts down gives its real result', async () => {
  const { reasons, result, contexts } = await shutDownUnder('never', () => text('just in time'));

  expect([reasons, result]).toEqual([['shutdown'], { id: 'a', text: 'just in time', isError: false }]);
  expect(contexts.length).toBe(1);
});
