/**
 * Tool calls in pieces, as servers in the field send them, through the whole adapter.
 */
import { describe, expect, it } from 'vitest';
import { ask, broken, call, delta, pieces, sse, stream, tool, type Piece } from './ask.ts';

/** Each argument is one delta with one piece. */
const streamed = (...given: readonly Piece[]): Promise<unknown> =>
  stream(sse(...given.map((piece) => pieces(piece)), delta({}, 'tool_calls'), '[DONE]'));

const calls = (...content: readonly object[]): object => ({
  content,
  stopReason: 'toolUse',
  rawStopReason: 'tool_calls',
});

const both = calls(call('a', 'read', { path: 'a' }), call('b', 'read', { path: 'b' }));

describe('two calls under one index', () => {
  it('stay two calls when each comes whole (B103)', async () => {
    expect(
      await streamed(
        { index: 0, id: 'a', name: 'read', args: '{"path":"a"}' },
        { index: 0, id: 'b', name: 'read', args: '{"path":"b"}' },
      ),
    ).toEqual(both);
  });

  it('stay two calls when their pieces take turns (B103)', async () => {
    expect(
      await streamed(
        { index: 0, id: 'a', name: 'read', args: '{"path"' },
        { index: 0, id: 'b', name: 'read', args: '{"path":' },
        { index: 0, id: 'a', args: ':"a"}' },
        { index: 0, id: 'b', args: '"b"}' },
      ),
    ).toEqual(both);
  });

  it('stay two calls when the second has a name and no id (B103)', async () => {
    expect(
      await streamed(
        { index: 0, id: 'a', name: 'read', args: '{"path":"a"}' },
        { index: 0, name: 'write', args: '{"path":' },
        { index: 0, args: '"b"}' },
      ),
    ).toEqual(calls(call('a', 'read', { path: 'a' }), call('', 'write', { path: 'b' })));
  });

  it('fail the stream when their pieces cannot be told apart (B103)', async () => {
    expect(
      await streamed(
        { index: 0, id: 'a', name: 'read', args: '{"path"' },
        { index: 0, id: 'b', args: '{"path":"b"' },
        { index: 0, id: 'c', args: '}' },
      ),
    ).toEqual(broken('pieces of tool calls that share an index cannot be told apart'));
  });

  it('are one call when only the id changes from piece to piece', async () => {
    expect(
      await streamed(
        { index: 0, id: 'a', name: 'read', args: '{"path"' },
        { index: 0, id: 'b', args: ':"a' },
        { index: 0, id: 'c', args: '"}' },
      ),
    ).toEqual(calls(call('a', 'read', { path: 'a' })));
  });

  it('are one call when the same delta was sent twice', async () => {
    const whole = { index: 0, id: 'a', name: 'read', args: '{"path":"a"}' };
    expect(await streamed(whole, whole)).toEqual(calls(call('a', 'read', { path: 'a' })));
  });
});

describe('calls without an index', () => {
  it('come in order of appearance when each is whole (B104)', async () => {
    const whole = (id: string, n: number): Piece => ({ id, name: 'read', args: `{"n":${n}}` });
    const three = calls(call('a', 'read', { n: 1 }), call('b', 'read', { n: 2 }), call('c', 'read', { n: 3 }));
    expect(await streamed(whole('a', 1), whole('b', 2), whole('c', 3))).toEqual(three);
    const together = sse(pieces(whole('a', 1), whole('b', 2), whole('c', 3)), delta({}, 'tool_calls'), '[DONE]');
    expect(await stream(together)).toEqual(three);
  });

  it('come in order of appearance with neither index nor id (B104)', async () => {
    const three = calls(call('', 'read', { n: 1 }), call('', 'read', { n: 2 }), call('', 'write', {}));
    const given: Piece[] = [
      { name: 'read', args: '{"n":1}' },
      { name: 'read', args: '{"n":2}' },
      { name: 'write', args: '' },
    ];
    expect(await streamed(...given)).toEqual(three);
    expect(await stream(sse(pieces(...given), delta({}, 'tool_calls'), '[DONE]'))).toEqual(three);
  });

  it('take the pieces that follow their first one (B104)', async () => {
    expect(
      await streamed(
        { id: 'a', name: 'read', args: '{"path"' },
        { args: ':"a"}' },
        { id: 'b', name: 'read', args: '' },
        { args: '{"path":' },
        { args: '"b"}' },
        { id: 'c', name: 'write' },
        { args: '{}' },
      ),
    ).toEqual(calls(call('a', 'read', { path: 'a' }), call('b', 'read', { path: 'b' }), call('c', 'write', {})));
  });
});

describe('the name of a call', () => {
  const one = calls(call('a', 'read', {}));

  it.each<[string, readonly Piece[]]>([
    [
      'may come after the first arguments',
      [
        { id: 'a', args: '{' },
        { id: 'a', name: 'read' },
        { id: 'a', args: '}' },
      ],
    ],
    [
      'may be repeated in each piece',
      [
        { index: 0, id: 'a', name: 'read', args: '{' },
        { index: 0, id: 'a', name: 'read', args: '' },
        { index: 0, id: 'a', name: 'read', args: '}' },
      ],
    ],
    [
      'may come in two parts',
      [
        { index: 0, id: 'a', name: 're', args: '' },
        { index: 0, name: 'ad' },
        { index: 0, args: '{}' },
      ],
    ],
    [
      'may grow',
      [
        { index: 0, id: 'a', name: 're' },
        { index: 0, id: 'a', name: 'read', args: '{}' },
      ],
    ],
    [
      'may be null later, with no type',
      [
        { index: 0, id: 'a', name: 'read', args: '{' },
        { index: 0, name: null, args: '}' },
      ],
    ],
  ])('%s (B106)', async (_title, given) => {
    expect(await streamed(...given)).toEqual(one);
  });

  it('must come at all (B106)', async () => {
    expect(await streamed({ index: 0, id: 'a', args: '{}' })).toEqual(broken('a tool call came without a name'));
  });
});

describe('arguments', () => {
  const once = (args: unknown, name = 'read', required: readonly string[] = []): Promise<unknown> =>
    ask(
      { chunks: [sse(pieces({ index: 0, id: 'a', name, args }), delta({}, 'tool_calls'), '[DONE]')] },
      { tools: [tool(name, required)] },
    ).then(({ result }) => result);
  const refused = (text: string, problem: unknown): object =>
    calls({ ...call('a', 'read', {}), argumentsError: `${String(problem)}\n\nReceived arguments:\n${text}` });

  it.each(['', ' ', undefined, null, 'null', '{}'])('that are %j are none (B06)', async (args) => {
    expect(await once(args)).toEqual(calls(call('a', 'read', {})));
  });

  it.each(['"hello"', '[1,2]', 'null', '5', 'true', '"{\\"a\\":1}"'])(
    'that are %s are no object (B29)',
    async (text) => {
      expect(await once(text, 'read', ['path'])).toEqual(refused(text, 'Tool arguments must be a JSON object'));
    },
  );

  it.each([
    ['{"city":"Par', 'Unterminated string in JSON at position 12 (line 1 column 13)'],
    ['{"a":1}{"a":2}', 'Unexpected non-whitespace character after JSON at position 7 (line 1 column 8)'],
    ['{"a":1} and more', 'Unexpected non-whitespace character after JSON at position 8 (line 1 column 9)'],
    ['{"path":"C:\\dir"}', 'Bad escaped character in JSON at position 12 (line 1 column 13)'],
    ['{"n":1e999}', 'A number is out of range'],
  ])('that are %s are refused with the problem and the text as sent (B09)', async (text, problem) => {
    expect(await once(text)).toEqual(refused(text, problem));
  });

  it('may come as an object', async () => {
    expect(await once({ path: 'a' })).toEqual(calls(call('a', 'read', { path: 'a' })));
  });
});
