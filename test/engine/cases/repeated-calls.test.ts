/** A model that makes the identical call without end. */
import { expect, it } from 'vitest';
import type { ScriptedMessage } from '../../../src/activities/models/scripted.ts';
import { scripted } from '../../../src/activities/models/scripted.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { startEngine } from '../engine.ts';
import { asks, call, recordingTool, results } from './kit.ts';

/** For ever the same tool, with what `args` says about the request's number. */
const stubborn = (args: (request: number) => JsonObject) =>
  scripted(Array.from({ length: 9 }, (_, request): ScriptedMessage => asks(call('x', 'bash', args(request)))));

const turned = (request: number): JsonObject =>
  request % 2 === 0 ? { command: 'echo noop', cwd: '.' } : { cwd: '.', command: 'echo noop' };

it('a run that makes the very same call again and again ends at its limit, with all calls paired (B102)', async () => {
  const bash = recordingTool('bash');
  await using engine = await startEngine({ model: stubborn(turned), tools: [bash], limits: { sameTurns: 4 } });
  const session = engine.session();

  const finished = await session.run('Do it.');

  expect(finished).toEqual({
    run: 1,
    ended: 'limit',
    answer: '',
    errorMessage: 'The last 4 turns made the very same calls.',
  });
  expect([bash.effects.length, (await results(session)).length]).toEqual([4, 4]);
});

it('calls that differ in a counter only meet the limit of turns (B102)', async () => {
  const bash = recordingTool('bash');
  const model = stubborn((count) => ({ command: 'echo noop', count }));
  await using engine = await startEngine({ model, tools: [bash], limits: { sameTurns: 4, turnsPerRun: 6 } });

  const finished = await engine.session().run('Do it.');

  expect([finished.ended, finished.errorMessage]).toEqual(['limit', 'The run has taken its 6 turns.']);
  expect(bash.effects.length).toBe(6);
});

it('a tool that is there to be polled may be called as often as the run lasts (B102)', async () => {
  const bash = recordingTool('bash', { polls: true });
  const model = stubborn(() => ({ command: 'status' }));
  await using engine = await startEngine({ model, tools: [bash], limits: { sameTurns: 4, turnsPerRun: 7 } });

  const finished = await engine.session().run('Do it.');

  expect([finished.errorMessage, bash.effects.length]).toEqual(['The run has taken its 7 turns.', 7]);
});
