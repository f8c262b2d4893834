/**
 * The same promises for Anthropic's messages stream.
 */
import { describe, expect, it } from 'vitest';
import {
  anthropicText,
  blockDelta,
  blockStart,
  blockStop,
  events,
  messageDelta,
  messageStart,
  messageStop,
  type AnthropicEvent,
} from './anthropic-events.ts';
import { ask, call } from './ask.ts';

const answered = async (...chunks: readonly string[]): Promise<unknown> => {
  const { result, sent } = await ask({ chunks }, {}, 'anthropic/test');
  expect(sent).toBe(1);
  return result;
};

const use = (input: object = {}): AnthropicEvent => blockStart(0, { type: 'tool_use', id: 'a', name: 'read', input });
const json = (partial_json: string): AnthropicEvent => blockDelta(0, { type: 'input_json_delta', partial_json });
const last = (reason: string): readonly AnthropicEvent[] => [messageDelta(reason), messageStop];
const read = call('a', 'read', { path: 'a' });
const broken = (problem: string): object => ({
  name: 'ModelFailure',
  retryable: true,
  message: `Model anthropic/test: The answer broke off: ${problem}.`,
});

describe('an answer of an Anthropic-compatible server', () => {
  it('holds its text', async () => {
    expect(await answered(anthropicText('Hello'))).toEqual({
      content: [{ type: 'text', text: 'Hello' }],
      stopReason: 'stop',
      rawStopReason: 'end_turn',
    });
  });

  it('holds a call that came in pieces', async () => {
    const given = events(messageStart, use(), json('{"path":'), json('"a"}'), blockStop(0), ...last('tool_use'));
    expect(await answered(given)).toEqual({ content: [read], stopReason: 'toolUse', rawStopReason: 'tool_use' });
  });

  it('holds a call whose input came with its start', async () => {
    const given = events(messageStart, use({ path: 'a' }), blockStop(0), ...last('tool_use'));
    expect(await answered(given)).toEqual({ content: [read], stopReason: 'toolUse', rawStopReason: 'tool_use' });
  });

  it('keeps arguments that are not JSON out of a call (B09)', async () => {
    const given = events(messageStart, use(), json('{"path":"a'), blockStop(0), ...last('tool_use'));
    const problem = 'Unterminated string in JSON at position 10 (line 1 column 11)';
    expect(await answered(given)).toEqual({
      content: [{ ...call('a', 'read', {}), argumentsError: `${problem}\n\nReceived arguments:\n{"path":"a` }],
      stopReason: 'toolUse',
      rawStopReason: 'tool_use',
    });
  });

  it('survives nulls (B120)', async () => {
    const given = events(
      { type: 'message_start', message: { id: 'msg_1', model: 'test', usage: null } },
      blockStart(0, { type: 'text', text: null }),
      blockDelta(0, { type: 'text_delta', text: null }),
      blockStop(0),
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: null },
      messageStop,
    );
    expect(await answered(given)).toEqual({
      content: [{ type: 'text', text: '' }],
      stopReason: 'stop',
      rawStopReason: 'end_turn',
    });
  });

  it.each<[string, object]>([
    ['end_turn', { stopReason: 'toolUse' }],
    ['pause_turn', { stopReason: 'toolUse' }],
    ['max_tokens', { stopReason: 'length' }],
    ['model_context_window_exceeded', { stopReason: 'length' }],
    ['refusal', { stopReason: 'error', errorMessage: 'The model refused to answer.' }],
    ['foo', { stopReason: 'error', errorMessage: 'The model stopped for a reason that is not known: foo.' }],
  ])('that stops with %s beside a call has a defined end (B109)', async (reason, expected) => {
    const given = events(messageStart, use(), json('{"path":"a"}'), blockStop(0), ...last(reason));
    expect(await answered(given)).toEqual({ content: [read], rawStopReason: reason, ...expected });
  });
});

describe('a broken stream of an Anthropic-compatible server', () => {
  it.each<[string, readonly AnthropicEvent[], string]>([
    ['in a call', [messageStart, use()], 'it has no end mark'],
    ['in the arguments of a call', [messageStart, use(), json('{"pa')], 'it has no end mark'],
    [
      'before message_stop',
      [messageStart, use(), json('{}'), blockStop(0), messageDelta('tool_use')],
      'it has no end mark',
    ],
    [
      'with a block still open',
      [messageStart, use(), json('{"pa'), ...last('tool_use')],
      'it ended in the middle of a block',
    ],
    ['without a reason', [messageStart, messageStop], 'it has no reason to stop'],
  ])('that ends %s is a retryable failure (B107)', async (_title, given, problem) => {
    expect(await answered(events(...given))).toEqual(broken(problem));
  });

  it('is a retryable failure when a line is cut (B111)', async () => {
    expect(await answered(events(messageStart, use()), 'event: content_block_delta\ndata: {"type":"con')).toEqual(
      broken('an event is not valid JSON ("{\\"type\\":\\"con")'),
    );
  });

  it.each([
    ['overloaded_error', true],
    ['invalid_request_error', false],
  ])('tells the message of the server and whether to try again: %s (B111)', async (type, retryable) => {
    const given = events(messageStart, use(), { type: 'error', error: { type, message: 'Something is wrong' } });
    expect(await answered(given)).toEqual({
      name: 'ModelFailure',
      message: 'Model anthropic/test: The server reported an error in the stream: Something is wrong',
      retryable,
    });
  });
});
