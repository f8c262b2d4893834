/** The provider's call ids are data: they may be empty or repeat, and no call is lost by it. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import { startEngine } from '../engine.ts';
import { asks, call, recordingTool, results } from './kit.ts';
import { callIds, turnHistory } from './recorded.ts';

it('calls with empty or repeated ids are all executed, each with its own arguments and result (B24)', async () => {
  const note = recordingTool('note');
  const ids = ['', '', 'call_1', 'dup', 'dup'];
  const model = scripted([asks(...ids.map((id, index) => call(id, 'note', { n: index + 1 }))), 'Noted.']);
  await using engine = await startEngine({ model, tools: [note] });
  const session = engine.session();

  await session.run('Note five things.');

  expect(note.effects.map(({ args }) => args['n']).toSorted()).toEqual([1, 2, 3, 4, 5]);
  expect(await results(session)).toEqual(ids.map((id, index) => ({ id, text: `{"n":${index + 1}}`, isError: false })));
  expect(new Set(note.effects.map(({ context }) => context.idempotencyKey)).size).toBe(5);
  expect(callIds(await turnHistory(session.id))).toEqual(['call-0', 'call-1', 'call-2', 'call-3', 'call-4']);
});
