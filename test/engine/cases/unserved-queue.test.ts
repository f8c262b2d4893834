/** A tool whose own queue nobody serves. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import { freshName, startEngine } from '../engine.ts';
import { asks, call, recordingTool, results, text } from './kit.ts';

it('a call that no worker takes in its time gives the model a result, and the run goes on', async () => {
  const remote = recordingTool('remote', { taskQueue: freshName('nobody'), queueTimeout: 500 });
  const local = recordingTool('local', { body: () => text('here') });
  const model = scripted([asks(call('a', 'remote'), call('b', 'local')), 'On without it.']);
  await using engine = await startEngine({ model, tools: [remote, local] });
  const session = engine.session();

  const finished = await session.run('Go.');

  expect([finished.ended, finished.answer, remote.effects]).toEqual(['answered', 'On without it.', []]);
  expect(await results(session)).toEqual([
    { id: 'a', text: expect.any(String) as string, isError: true, kind: 'NotStarted' },
    { id: 'b', text: 'here', isError: false },
  ]);
});
