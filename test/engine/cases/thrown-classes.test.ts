/** Whatever is thrown, wherever the user's code may throw it, ends in a result or in a run that failed. */
import { ApplicationFailure, CancelledFailure, TimeoutFailure } from '@temporalio/common';
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import type { Message } from '../../../src/core/messages.ts';
import type { Model } from '../../../src/core/model.ts';
import { startEngine } from '../engine.ts';
import { asks, call, recordingTool, resultsOf } from './kit.ts';
import { failedTasks } from './recorded.ts';

class TimeoutError extends Error {}
class Unreadable extends Error {
  override get message(): string {
    throw new Error('unreadable');
  }
}

/** Everything that can be thrown, by name; made anew for each throw. */
const thrown: Readonly<Record<string, () => unknown>> = {
  'a subclass of Error': () => new TimeoutError('too late'),
  'several errors': () => new AggregateError([new Error('one'), new Error('two')], 'all failed'),
  'a plain object': () => ({ code: 7 }),
  'an object without a prototype': () => Object.create(null) as unknown,
  'an error that cannot be read': () => new Unreadable(),
  'an abort': () => new DOMException('gone', 'AbortError'),
  'a time-out of the platform': () => new DOMException('late', 'TimeoutError'),
  'a cause of itself': () => {
    const error = new Error('round');
    return Object.assign(error, { cause: error });
  },
  'a failure of the engine': () => ApplicationFailure.retryable('again', 'Custom'),
  'a failure of the engine that causes itself': () => {
    const failure = ApplicationFailure.retryable('round', 'Custom');
    return Object.assign(failure, { cause: failure });
  },
  'a cancellation of the engine': () => new CancelledFailure('cancelled'),
  'a time-out of the engine': () => new TimeoutFailure('late', undefined, 'START_TO_CLOSE'),
  'a text': () => 'no',
  'a symbol': () => Symbol('no'),
  'nothing at all': () => undefined,
  null: () => null,
  'a function': () => () => 1,
};
const names = Object.keys(thrown);

function throwNamed(name: unknown): never {
  throw thrown[String(name)]?.();
}

it('anything that a tool or a hook throws is the error result of its call (B96)', async () => {
  const places = {
    prepare: recordingTool('prepare', { prepareArguments: (args) => throwNamed((args as { what: string }).what) }),
    approval: recordingTool('approval', { approval: (args) => throwNamed((args as { what: string }).what) }),
    before: recordingTool('before'),
    execute: recordingTool('execute', { body: ({ args }) => throwNamed(args['what']) }),
    after: recordingTool('after'),
  };
  const calls = Object.keys(places).flatMap((place) => names.map((what) => call(`${place}: ${what}`, place, { what })));
  const model = scripted([asks(...calls), 'Over.']);
  await using engine = await startEngine({
    model,
    tools: Object.values(places),
    beforeToolCall: ({ toolCall, args }) => (toolCall.name === 'before' ? throwNamed(args['what']) : undefined),
    afterToolCall: ({ toolCall, args }) => (toolCall.name === 'after' ? throwNamed(args['what']) : undefined),
  });
  const session = engine.session();

  expect(await session.run('Go.')).toMatchObject({ ended: 'answered', answer: 'Over.' });
  const results = resultsOf(await session.transcript());
  expect(results.filter(({ isError }) => isError).map(({ id }) => id)).toEqual(calls.map(({ id }) => id));
  const { prepare, approval, before, execute, after } = places;
  expect([prepare, approval, before, execute, after].map(({ effects }) => effects.length)).toEqual([
    ...[0, 0, 0],
    ...[names.length, names.length],
  ]);
  expect(await failedTasks(session.id)).toBe(0);
});

function textOf(message: Message | undefined): string {
  const [block] = message?.content ?? [];
  return typeof block === 'object' && block.type === 'text' ? block.text : '';
}

function asking([prompt]: readonly Message[]): { readonly what: string; readonly where: string } {
  return JSON.parse(textOf(prompt)) as { readonly what: string; readonly where: string };
}

it('anything that a model client or a stop hook throws ends its run (B96)', async () => {
  const said = scripted([({ messages }) => asking(messages).what]);
  // Not the script itself: that would make a failure of its own kind of everything.
  const model: Model = {
    name: 'throwing',
    respond: async (request) => {
      const { what, where } = asking(request.messages);
      return where === 'model' ? throwNamed(what) : said.respond(request);
    },
  };
  await using engine = await startEngine({
    model,
    shouldStopAfterTurn: ({ message }) => throwNamed(textOf(message)),
  });
  const asked = names.flatMap((what) => ['model', 'stop'].map((where) => ({ what, where })));
  const ends = await Promise.all(
    asked.map(async ({ what, where }) => {
      const session = engine.session();
      const { ended } = await session.run(JSON.stringify({ what, where }));
      return { what, where, ended, failed: await failedTasks(session.id) };
    }),
  );

  expect(ends).toEqual(
    asked.map(({ what, where }) => ({ what, where, ended: where === 'model' ? 'error' : 'answered', failed: 0 })),
  );
}, 120_000);
