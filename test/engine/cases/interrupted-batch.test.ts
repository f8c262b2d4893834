/**
 * A batch that ends before all of its calls did: every call has its one result, true where there is one, in call order,
 * and what the model is asked next is taken by strict servers of both forms.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { AgentEvent, Session } from '../../../src/client/index.ts';
import { resultKind } from '../../../src/core/errors.ts';
import { strictChecker } from '../../strict-requests/wire-requests.ts';
import { modelServer } from '../../unit/models/openai-server.ts';
import { Stage } from '../control/interleavings/stage.ts';
import type { PlayedSession } from '../control/interleavings/played-session.ts';
import { startEngine } from '../engine.ts';
import { call, recordingTool, results, text } from './kit.ts';
import { outline, refusedBy, wires } from './wires.ts';

/** Never answers, and ends when it is told to. */
const slow = () =>
  recordingTool('slow', {
    body: ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('told to stop')));
      }),
  });

/** Waits until so many events of a kind were seen. */
async function seen(session: Session, type: AgentEvent['type'], count: number): Promise<void> {
  let found = 0;
  for await (const event of session.events()) if (event.type === type && ++found === count) return;
}

it.each(wires)(
  'to $name, a call that was cancelled goes out with its result before the next user message (B20)',
  async (wire) => {
    await using server = await modelServer(wire.asks(call('t1', 'slow')), wire.says('Then this.'));
    await using engine = await startEngine({ model: wire.model(server), tools: [slow()] });
    const session = engine.session();
    const { run } = await session.prompt('one');
    await seen(session, 'tool_execution_start', 1);
    await session.abort({ run });

    const outcome = await session.run('two');

    expect([outcome.ended, outcome.answer]).toEqual(['answered', 'Then this.']);
    expect(server.requests.slice(1).map(outline)).toEqual([
      ['user: one', 'call t1', 'result t1: Tool "slow" was aborted: told to stop', 'user: two'],
    ]);
    expect(refusedBy(wire, server)).toEqual([]);
  },
);

it.each(wires)('to $name, results that came before an abort stay true, in call order (B21)', async (wire) => {
  const fast = recordingTool('fast', { body: () => delay(50, text('fast done')) });
  const fast2 = recordingTool('fast2', { body: () => delay(100, text('fast2 done')) });
  const calls = [call('a', 'fast'), call('b', 'fast2'), call('c', 'slow')];
  await using server = await modelServer(wire.asks(...calls), wire.says('I see.'));
  await using engine = await startEngine({ model: wire.model(server), tools: [fast, fast2, slow()] });
  const session = engine.session();
  const { run } = await session.prompt('go');
  await seen(session, 'tool_execution_end', 2);
  await session.abort({ run });

  await session.run('and now?');

  expect(await results(session)).toEqual([
    { id: 'a', text: 'fast done', isError: false },
    { id: 'b', text: 'fast2 done', isError: false },
    { id: 'c', text: 'Tool "slow" was aborted: told to stop', isError: true, kind: 'Aborted' },
  ]);
  expect(server.requests.slice(1).map(outline)).toEqual([
    [
      ...['user: go', 'call a', 'call b', 'call c'],
      ...['result a: fast done', 'result b: fast2 done', 'result c: Tool "slow" was aborted: told to stop'],
      'user: and now?',
    ],
  ]);
  expect(refusedBy(wire, server)).toEqual([]);
  expect([fast.effects.length, fast2.effects.length]).toEqual([1, 1]);
});

/** Requests that a strict server of either form would not take. */
async function refused(real: PlayedSession): Promise<readonly unknown[]> {
  await using checker = await strictChecker();
  const found: unknown[] = [];
  for (const { messages, tools } of real.requests) found.push(...(await checker.violations(messages, tools)));
  return found;
}

async function playedUntil(real: PlayedSession, calls: number): Promise<void> {
  await real.say('prompt', 'go');
  await real.until(() => (real.requests.length > 0 ? undefined : 'nothing is asked'));
  real.answer({
    kind: 'calls',
    calls: ['a', 'b', 'c'].slice(0, calls).map((id) => ({ id, tool: 'work' as const })),
  });
  await real.until(() => (real.bodies.length === calls ? undefined : 'not all calls run'));
}

const shownResults = ({ requests }: PlayedSession) =>
  requests
    .at(-1)
    ?.messages.map((message) =>
      message.role === 'toolResult' ? [message.toolCallId, message.isError, resultKind(message.details)] : message.role,
    );

it('a call whose worker was killed has its result before the next user message, whose outcome is said to be unknown (B20)', async () => {
  await using stage = await Stage.open();
  const real = stage.session();
  await playedUntil(real, 1);
  await stage.replaceWorker('SIGKILL');
  await real.say('prompt', 'next');
  real.autopilot();
  await real.session.finish(2);

  expect(shownResults(real)).toEqual(['user', 'assistant', ['a', true, 'OutcomeUnknown'], 'assistant', 'user']);
  expect(await refused(real)).toEqual([]);
});

it('results that came before the worker was killed stay true, and their calls do not run again (B21)', async () => {
  await using stage = await Stage.open();
  const real = stage.session();
  await playedUntil(real, 3);
  real.settle(1, 0, 'ok');
  real.settle(1, 1, 'ok');
  await real.until(() =>
    real.hasEvent('tool_execution_end', 1, 0) && real.hasEvent('tool_execution_end', 1, 1)
      ? undefined
      : 'the fast calls have not ended',
  );
  await stage.replaceWorker('SIGKILL');
  real.autopilot();
  await real.session.finish(1);

  expect(shownResults(real)).toEqual([
    'user',
    'assistant',
    ['a', false, undefined],
    ['b', false, undefined],
    ['c', true, 'OutcomeUnknown'],
  ]);
  expect(real.bodies.map(({ place }) => place.index).toSorted()).toEqual([0, 1, 2]);
  expect(await refused(real)).toEqual([]);
});
