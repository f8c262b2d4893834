/** The check of outgoing requests: whatever it is given, what leaves is whole; what is whole leaves as it is. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noUsage } from '../../../src/core/failures.ts';
import { limits } from '../../../src/core/limits.ts';
import type { AssistantMessage, Message, ToolResultMessage, UserMessage } from '../../../src/core/messages.ts';
import { checkedRequest } from '../../../src/core/request-check.ts';
import { transcriptViolations } from '../../strict-requests/transcript.ts';

const user = (content = 'go'): UserMessage => ({ role: 'user', content, timestamp: 1 });
const asks = (...ids: readonly string[]): AssistantMessage => ({
  role: 'assistant',
  content: ids.map((id) => ({ type: 'toolCall', id, name: 'read', arguments: {} })),
  ...{ api: 'scripted', provider: 'scripted', model: 'scripted' },
  usage: noUsage,
  stopReason: 'toolUse',
  timestamp: 2,
});
const result = (toolCallId: string, said = toolCallId): ToolResultMessage => ({
  role: 'toolResult',
  toolCallId,
  toolName: 'read',
  content: [{ type: 'text', text: said }],
  isError: false,
  timestamp: 3,
});

/** Any messages at all; ids are few, so that they repeat and meet. */
const ids = fc.constantFrom('', 'a', 'b', 'c');
const anything = fc.array(
  fc.oneof(
    fc.string().map(user),
    fc.array(ids, { maxLength: 3 }).map((list) => asks(...list)),
    ids.map((id) => result(id)),
  ),
  { maxLength: 12 },
);
/** Conversations as they are stored: every call has its result. */
const whole = fc
  .array(
    fc.oneof(
      fc.string().map((said): Message[] => [user(said)]),
      fc.array(ids, { maxLength: 3 }).map((list): Message[] => [asks(...list), ...list.map((id) => result(id))]),
    ),
  )
  .map((groups) => [user(), ...groups.flat()]);

describe('a request', () => {
  it('leaves whole, whatever was made of a conversation', () => {
    fc.assert(
      fc.property(anything, (messages) => {
        const checked = checkedRequest(messages, [user('the newest'), ...messages]);
        expect(transcriptViolations(checked.messages)).toEqual([]);
        expect(checked.messages[0]?.role ?? 'user').toBe('user');
        const [first, ...rest] = checked.messages;
        expect(rest.every((message) => messages.includes(message))).toBe(true);
        expect(first === undefined || messages.includes(first) || first.content === 'the newest').toBe(true);
      }),
    );
  });

  it('is not touched if it is whole', () => {
    fc.assert(
      fc.property(whole, (messages) => {
        expect(checkedRequest(messages, messages)).toEqual({ messages, notes: [] });
      }),
    );
  });

  it('says of everything that it leaves out', () => {
    fc.assert(
      fc.property(anything, (messages) => {
        const checked = checkedRequest(messages, [user(), ...messages]);
        const left = messages.some((message) => !checked.messages.includes(message));
        expect(checked.notes.length > 0 || !left).toBe(true);
        expect(checked.notes.length).toBeLessThanOrEqual(limits.requestNotes + 1);
      }),
    );
  });
});

it.each<[string, readonly Message[], readonly number[]]>([
  ['a result without any call', [result('x'), user()], [1]],
  ['a second result of a call', [user(), asks('a'), result('a'), result('a', 'again')], [0, 1, 2]],
  ['results in the wrong order', [user(), asks('a', 'b'), result('b'), result('a')], [0, 1, 3, 2]],
  ['a call without its result', [user(), asks('a', 'b'), result('b'), user()], [0, 3]],
  ['a message between a call and its result', [user(), asks('a'), user(), result('a')], [0, 2]],
  ['an answer before the first user message', [asks(), user()], [1]],
])('%s: what is left', (_title, messages, left) => {
  const checked = checkedRequest(messages, messages);
  expect(checked.messages.map((message) => messages.indexOf(message))).toEqual(left);
});
