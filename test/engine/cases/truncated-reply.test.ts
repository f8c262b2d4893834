/** A reply that the output limit cut: nothing in it may be executed. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import { startEngine } from '../engine.ts';
import { asks, call, recordingTool, results } from './kit.ts';

const cut = {
  ...asks(call('a', 'write', { path: 'b.txt', text: 'x' }), call('b', 'write', { path: 'a.txt' })),
  stopReason: 'length' as const,
};

it('calls in a reply that was cut are never executed, and a model that repeats them meets the limit of turns (B10)', async () => {
  const write = recordingTool('write');
  const model = scripted([cut, cut, cut, cut, cut]);
  await using engine = await startEngine({ model, tools: [write], limits: { turnsPerRun: 3 } });
  const session = engine.session();

  const finished = await session.run('Write both files.');

  const refusal = (id: string) => ({
    id,
    text:
      'Tool call "write" was not executed: the response hit the output token limit, so its arguments may be truncated. ' +
      'Re-issue the tool call with complete arguments.',
    isError: true,
    kind: 'Truncated',
  });
  expect({ ended: finished.ended, requests: model.requests.length, effects: write.effects }).toEqual({
    ended: 'limit',
    requests: 3,
    effects: [],
  });
  expect(await results(session)).toEqual(['a', 'b', 'a', 'b', 'a', 'b'].map(refusal));
});

it('a model that hears that it was cut may go on and is then executed (B10)', async () => {
  const write = recordingTool('write');
  const model = scripted([cut, asks(call('c', 'write', { path: 'a.txt' })), 'Written.']);
  await using engine = await startEngine({ model, tools: [write] });

  const finished = await engine.session().run('Write both files.');

  expect(finished).toEqual({ run: 1, ended: 'answered', answer: 'Written.' });
  expect(write.effects.map(({ args }) => args)).toEqual([{ path: 'a.txt' }]);
});
