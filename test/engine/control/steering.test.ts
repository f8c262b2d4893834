/** Messages that meet the end of a run or of a session: accepted once, seen once, or refused with an error that says why. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/index.ts';
import { ClientError } from '../../../src/client/index.ts';
import type { Message } from '../../../src/core/messages.ts';
import { limits } from '../../../src/core/limits.ts';
import { asks, call, recordingTool, text } from '../cases/kit.ts';
import { place } from '../cli/cli.ts';
import { freshName, startEngine } from '../engine.ts';
import { Stage } from './interleavings/stage.ts';
import { nextWorker } from './next-worker.ts';

/** The user's texts in a request, oldest first. */
const said = (messages: readonly Message[] = []) =>
  messages.flatMap((message) =>
    message.role === 'user' && typeof message.content !== 'string' && message.content[0]?.type === 'text'
      ? [message.content[0].text]
      : [],
  );

const codeOf = (error: unknown): string => (error instanceof ClientError ? error.code : String(error));

/** Steers while the second of three sequential calls runs, and aborts at `moment`; then sends the next prompt. */
async function steeredAndAborted(moment: 'before it is drained' | 'after it was drained') {
  const reached = Promise.withResolvers<undefined>();
  const latch = Promise.withResolvers<undefined>();
  const second = Promise.withResolvers<undefined>();
  const steered = Promise.withResolvers<undefined>();
  const step = recordingTool('step', {
    executionMode: 'sequential',
    body: async ({ args }) => {
      if (args['n'] !== 2) return text('done');
      second.resolve(undefined);
      await steered.promise;
      return text('done');
    },
  });
  let held = 0;
  const wait = async (here: typeof moment) => {
    if (here !== moment || held++ > 0) return;
    reached.resolve(undefined);
    await latch.promise;
  };
  const model = scripted([
    asks(call('a', 'step', { n: 1 }), call('b', 'step', { n: 2 }), call('c', 'step', { n: 3 })),
    async () => {
      await wait('after it was drained');
      return 'answer';
    },
    'answer',
    'answer',
  ]);
  await using engine = await startEngine({
    model,
    tools: [step],
    shouldStopAfterTurn: async () => {
      await wait('before it is drained');
      return false;
    },
  });
  const session = engine.session();
  await session.prompt('go');
  await second.promise;
  await session.steer('use staging');
  steered.resolve(undefined);
  await reached.promise;
  await session.abort({ run: 1, deadline: 0 });
  const { run } = await session.prompt('next');
  latch.resolve(undefined);
  const ended = [await session.finish(1), await session.finish(run)].map((finished) => finished.ended);
  return {
    ended,
    requests: model.requests.map(({ messages }) => said(messages)),
    said: said(await session.transcript()),
  };
}

it('a steering message that an abort overtakes in its queue is delivered once, by the next run (B45)', async () => {
  const { ended, requests, said: transcript } = await steeredAndAborted('before it is drained');

  expect(ended).toEqual(['aborted', 'answered']);
  expect(requests).toEqual([['go'], ['go', 'next', 'use staging']]);
  expect(transcript).toEqual(['go', 'next', 'use staging']);
});

it('a steering message that an abort overtakes on its way to the model stands in the history, once (B45)', async () => {
  const { ended, requests, said: transcript } = await steeredAndAborted('after it was drained');

  expect(ended).toEqual(['aborted', 'answered']);
  expect(requests.at(-1)).toEqual(['go', 'use staging', 'next']);
  expect(transcript).toEqual(['go', 'use staging', 'next']);
});

it('a steering message is not lost if the worker is killed and the run aborted on its way to the model (B45)', async () => {
  await using stage = await Stage.open();
  const real = stage.session();
  const own = (messages: readonly Message[]) => said(messages).map((line) => line.slice(real.session.id.length + 1));
  const opened = (index: number) =>
    real.until(() =>
      real.bodies.some(({ place: { index: at } }) => at === index) ? undefined : `call ${index} does not run`,
    );
  const asked = (count: number) =>
    real.until(() => (real.requests.length >= count ? undefined : `there is no request ${count}`));
  await real.say('prompt', 'go');
  await asked(1);
  real.answer({ kind: 'calls', calls: ['a', 'b', 'c'].map((id) => ({ id, tool: 'step' as const })) });
  for (const index of [0, 1, 2]) {
    await opened(index);
    if (index === 1) await real.say('steer', 'use staging');
    real.settle(1, index, 'ok');
  }
  await asked(2);

  await real.session.abort({ run: 1, deadline: 0 });
  await stage.replaceWorker('SIGKILL');
  const { run } = await real.say('prompt', 'next');
  real.autopilot();
  await real.session.finish(run);

  expect(own(real.requests.at(-1)?.messages ?? [])).toEqual(['go', 'use staging', 'next']);
  expect(own(await real.session.transcript())).toEqual(['go', 'use staging', 'next']);
});

it('messages that wait when a run is aborted, and its tool ends just after, go on to the next run (B47)', async () => {
  const started = Promise.withResolvers<undefined>();
  const slow = recordingTool('slow', {
    body: async ({ signal }) => {
      started.resolve(undefined);
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      await sleep(10);
      return text('ended');
    },
  });
  const model = scripted([asks(call('a', 'slow')), 'one', 'two']);
  await using engine = await startEngine({ model, tools: [slow] });
  const session = engine.session();
  await session.prompt('go');
  await started.promise;
  const told = [await session.steer('first'), await session.followUp('second')];
  await session.abort({ run: 1 });
  const { run } = await session.prompt('next');
  await session.finish(run);

  expect(told).toEqual([
    { run: 1, ahead: 0 },
    { run: 1, ahead: 0 },
  ]);
  expect(said(await session.transcript())).toEqual(['go', 'next', 'first', 'second']);
});

it('a message that meets the last task of a closing session is taken or refused, and its sender knows which (B47)', async () => {
  const model = scripted(['hello', 'taken']);
  await using engine = await startEngine({ model });
  const session = engine.session();
  await session.run('go');
  await engine.worker.shutdown();
  await session.close();
  const sent = session.prompt('too late?', { deadline: 60_000 }).then(
    ({ run }) => ({ run }),
    (error: unknown) => ({ code: codeOf(error) }),
  );
  const worker = await nextWorker(engine);
  const answer = await sent;
  for await (const _event of session.events({ fromRun: 2 }));
  await worker.shutdown();

  expect(said(await session.transcript())).toEqual('run' in answer ? ['go', 'too late?'] : ['go']);
  if ('code' in answer) expect(['Refused', 'ClosedSession']).toContain(answer.code);
});

it('a message is acknowledged only if it is kept: closed, full and unknown sessions are three different errors (B48)', async () => {
  const started = Promise.withResolvers<undefined>();
  const slow = recordingTool('slow', {
    body: async ({ signal }) => {
      started.resolve(undefined);
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      return text('ended');
    },
  });
  await using engine = await startEngine({ model: scripted([asks(call('a', 'slow'))]), tools: [slow] });
  const closed = engine.session();
  await engine.client.executeToolCalls(engine.agent.name, [call('a', 'nothing')], { id: closed.id });
  const full = engine.session();
  await full.prompt('go');
  await started.promise;
  for (let queued = 0; queued < limits.queuedFollowUps; queued++) await full.followUp(`message ${queued}`);
  const ids = [closed.id, full.id, freshName('nobody')];

  const codes = ids.map((id) =>
    engine.client
      .session(id)
      .followUp('one more')
      .then(() => 'taken', codeOf),
  );
  const here = place();
  const shown = ids.map(async (id) => here.run(['follow-up', id, 'one more']));

  expect(await Promise.all(codes)).toEqual(['ClosedSession', 'Refused', 'UnknownSession']);
  const [toClosed, toFull, toNobody] = await Promise.all(shown);
  expect([toClosed, toFull, toNobody].map((command) => command?.exitCode === 0)).toEqual([false, false, false]);
  expect([toClosed?.stderr, toFull?.stderr, toNobody?.stderr]).toEqual([
    expect.stringContaining('is closed'),
    expect.stringContaining('The queue is full: 100 messages wait already.'),
    expect.stringContaining('There is no session'),
  ]);
  await full.abort({ run: 1 });
});
