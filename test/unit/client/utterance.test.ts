/** What one activity says, heard from several sources: each piece once, and anew after a retry. */
import { expect, it } from 'vitest';
import { Utterance } from '../../../src/client/utterance.ts';

const place = { run: 1, turn: 2 };
const start = {
  ...place,
  type: 'tool_execution_start',
  at: 0,
  index: 0,
  toolCallId: 'a',
  toolName: 'count',
  args: {},
} as const;
const ref = { session: 's', execution: 'e', ...place };

const content = (text: string) => [{ type: 'text' as const, text }];

it('an update that was heard before is not told again', () => {
  const utterance = Utterance.ofCall(start);
  const first = { attempt: 1, sequence: 1, content: content('one') };
  expect(utterance.take(first)).toEqual([
    {
      ...place,
      type: 'tool_execution_update',
      at: expect.any(Number) as number,
      index: 0,
      toolCallId: 'a',
      toolName: 'count',
      partial: first,
    },
  ]);
  expect(utterance.take(first)).toEqual([]);
});

it('the first update of a later attempt, and no other, says that it begins anew', () => {
  const utterance = Utterance.ofCall(start);
  const marks = [1, 2, 2, 4].map((attempt, index) => {
    const [event] = utterance.take({ attempt, sequence: index + 1, content: [] });
    return event?.type === 'tool_execution_update' ? event.partial.reset : 'none';
  });
  expect(marks).toEqual([undefined, true, undefined, true]);
});

it('of a piece of text that overlaps what was heard, only the rest is told', () => {
  const utterance = Utterance.ofModel(ref);
  const told = [
    { attempt: 1, sequence: 1, kind: 'text', offset: 0, text: 'The ' },
    { attempt: 1, sequence: 4, kind: 'text', offset: 0, text: 'The lights ' },
    { attempt: 1, sequence: 5, kind: 'text', offset: 0, text: 'The lights ' },
    { attempt: 1, sequence: 6, kind: 'thinking', offset: 0, text: 'Hm.' },
    { attempt: 1, sequence: 9, kind: 'text', offset: 20, text: 'on.' },
    { attempt: 2, sequence: 10, kind: 'text', offset: 0, text: 'The dark' },
  ] as const;
  const events = told.flatMap((update) => utterance.take(update));
  expect(events.map((event) => (event.type === 'message_update' ? event.update : event))).toEqual([
    told[0],
    { ...told[1], offset: 4, text: 'lights ' },
    told[3],
    told[4],
    { ...told[5], reset: true },
  ]);
});
