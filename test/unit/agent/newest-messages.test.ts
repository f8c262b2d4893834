/** The window: what it keeps is whole, newest, in order, within its bounds, and the same however often it is asked. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DefinitionError, newestMessages } from '../../../src/agent/index.ts';
import type { NewestMessagesOptions } from '../../../src/agent/index.ts';
import { noUsage } from '../../../src/core/failures.ts';
import { groupsOf } from '../../../src/core/message-groups.ts';
import type { AssistantMessage, Message, UserMessage } from '../../../src/core/messages.ts';
import { checkedRequest } from '../../../src/core/request-check.ts';
import { shownBytes } from '../../../src/core/shown-bytes.ts';

const user = (content: string): UserMessage => ({ role: 'user', content, timestamp: 1 });
const assistant = (content: AssistantMessage['content']): AssistantMessage => ({
  role: 'assistant',
  content,
  ...{ api: 'scripted', provider: 'scripted', model: 'scripted' },
  usage: noUsage,
  stopReason: 'stop',
  timestamp: 2,
});
const says = (text: string): readonly Message[] => [assistant([{ type: 'text', text }])];
const asks = (...results: readonly string[]): readonly Message[] => [
  assistant(results.map((_said, index) => ({ type: 'toolCall', id: `c${index}`, name: 'read', arguments: {} }))),
  ...results.map((text, index) => ({
    role: 'toolResult' as const,
    toolCallId: `c${index}`,
    toolName: 'read',
    content: [{ type: 'text' as const, text }],
    details: { kept: 'for programs'.repeat(100) },
    isError: false,
    timestamp: 3,
  })),
];

const word = fc.string({ maxLength: 60 });
const conversations = fc
  .array(
    fc.oneof(
      word.map((text): readonly Message[] => [user(text)]),
      word.map(says),
      fc.array(word, { minLength: 1, maxLength: 4 }).map((list) => asks(...list)),
    ),
    { maxLength: 12 },
  )
  .map((groups): readonly Message[] => [user('begin'), ...groups.flat()]);
const optionsOf: fc.Arbitrary<NewestMessagesOptions> = fc
  .record({
    bytes: fc.option(fc.integer({ min: 1, max: 900 }), { nil: undefined }),
    messages: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
    first: fc.constantFrom('always' as const, 'if it fits' as const),
  })
  .filter(({ bytes, messages }) => bytes !== undefined || messages !== undefined)
  .map(({ bytes, messages, first }) => ({
    ...(bytes === undefined ? {} : { bytes }),
    ...(messages === undefined ? {} : { messages }),
    first,
  }));

const fits = (messages: readonly Message[], { bytes = Infinity, messages: count = Infinity }: NewestMessagesOptions) =>
  messages.length <= count && shownBytes(messages) <= bytes;

/** What is kept whatever its size. */
function mustBeKept(messages: readonly Message[], { first }: NewestMessagesOptions): readonly Message[] {
  const users = messages.filter(({ role }) => role === 'user');
  const kept = [...(groupsOf(messages).at(-1) ?? []), users.at(-1), ...(first === 'always' ? [users[0]] : [])];
  return messages.filter((message) => kept.includes(message));
}

describe('the newest messages', () => {
  const always = (check: (all: readonly Message[], kept: readonly Message[], options: NewestMessagesOptions) => void) =>
    fc.assert(
      fc.property(conversations, optionsOf, (all, options) => {
        check(all, newestMessages(options)(all), options);
      }),
      { numRuns: 1_000 },
    );

  it('are whole groups: no call is parted from its results', () => {
    always((all, kept) => {
      for (const group of groupsOf(all)) {
        const count = group.filter((message) => kept.includes(message)).length;
        expect([0, group.length]).toContain(count);
      }
      expect(checkedRequest(kept, all)).toEqual({ messages: kept, notes: [] });
    });
  });

  it('stay within their bounds, unless what must be kept does not', () => {
    always((all, kept, options) => {
      const must = mustBeKept(all, options);
      expect(must.every((message) => kept.includes(message))).toBe(true);
      if (fits(must, options)) expect(fits(kept, options)).toBe(true);
      else expect(kept).toEqual(must);
    });
  });

  it('keep their order', () => {
    always((all, kept) => {
      expect(all.filter((message) => kept.includes(message))).toEqual(kept);
    });
  });

  it('are the same when they are asked for again', () => {
    always((_all, kept, options) => {
      expect(newestMessages(options)(kept)).toEqual(kept);
    });
  });

  it('have no gap but after the user messages that are kept in any case', () => {
    always((all, kept) => {
      const users = all.filter(({ role }) => role === 'user');
      const placed = kept.filter((message) => message !== users[0] && message !== users.at(-1));
      const places = placed.map((message) => all.indexOf(message));
      const between = all.slice(places[0] ?? 0, (places.at(-1) ?? -1) + 1);
      expect(between.filter((message) => !kept.includes(message))).toEqual([]);
    });
  });

  it('are everything, if that fits', () => {
    always((all, kept, options) => {
      if (fits(all, options)) expect(kept).toEqual(all);
    });
  });
});

it('leave out as little as they must', () => {
  const all = [user('one'), ...says('1'), user('two'), ...asks('a', 'b'), ...says('2'), user('three')];
  const kept = (options: NewestMessagesOptions) => newestMessages(options)(all).map((message) => all.indexOf(message));

  expect([kept({ messages: 7 }), kept({ messages: 6 }), kept({ messages: 3 }), kept({ messages: 1 })]).toEqual([
    [0, 2, 3, 4, 5, 6, 7],
    [0, 3, 4, 5, 6, 7],
    [0, 6, 7],
    [7],
  ]);
  expect(kept({ messages: 1, first: 'always' })).toEqual([0, 7]);
});

it.each([
  [{}, 'newestMessages needs bytes or messages.'],
  [{ bytes: 0 }, 'newestMessages: bytes must be a whole number from 1 (got 0).'],
  [{ messages: 1.5 }, 'newestMessages: messages must be a whole number from 1 (got 1.5).'],
  [{ messages: 5, first: 'never' }, 'newestMessages: first must be "always" or "if it fits" (got "never").'],
])('are not made with %j', (options, why) => {
  expect(() => newestMessages(options as NewestMessagesOptions)).toThrow(new DefinitionError(why));
});
