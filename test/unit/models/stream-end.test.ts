/**
 * How a stream ends, breaks, or carries nothing: only a whole answer becomes a message.
 */
import { describe, expect, it } from 'vitest';
import { ask, broken, call, delta, pieces, sse, stream } from './ask.ts';

const whole = pieces({ index: 0, id: 'a', name: 'read', args: '{"path":"a"}' });
const said = delta({ content: 'Hello' });
const read = call('a', 'read', { path: 'a' });
const hello = { type: 'text', text: 'Hello' };

describe('a stream that stops early', () => {
  it.each(['', '{"pa'])(
    'ends as a retryable failure in the middle of a call with the arguments %j (B107)',
    async (args) => {
      const begun = pieces({ index: 0, id: 'a', name: 'read', args });
      expect(await ask({ chunks: [sse(begun)] })).toEqual({ result: broken('it has no end mark'), sent: 1 });
      expect(await stream(sse(begun, '[DONE]'))).toEqual(broken('it ended in the middle of a tool call'));
    },
  );

  it('ends as a retryable failure after text (B107)', async () => {
    expect(await stream(sse(said))).toEqual(broken('it has no end mark'));
  });

  it('ends as a retryable failure when it is empty (B107)', async () => {
    expect(await stream()).toEqual(broken('it has no end mark'));
  });
});

describe('the reason to stop', () => {
  const withheld = 'The answer was withheld by the content filter of the provider.';
  it.each([
    ['length', { stopReason: 'length' }],
    ['incomplete', { stopReason: 'length' }],
    ['max_tokens', { stopReason: 'length' }],
    ['content_filter', { stopReason: 'error', errorMessage: withheld }],
    ['refusal', { stopReason: 'error', errorMessage: 'The model refused to answer.' }],
    ['foo', { stopReason: 'error', errorMessage: 'The model stopped for a reason that is not known: foo.' }],
  ])('%s never passes as a normal end, with or without calls (B109)', async (reason, expected) => {
    const last = sse(delta({}, reason), '[DONE]');
    expect(await stream(sse(said), last)).toEqual({ content: [hello], rawStopReason: reason, ...expected });
    expect(await stream(sse(whole), last)).toEqual({ content: [read], rawStopReason: reason, ...expected });
  });

  it('pause_turn is a normal end that is kept for the caller to go on (B109)', async () => {
    const last = sse(delta({}, 'pause_turn'), '[DONE]');
    expect(await stream(sse(said), last)).toEqual({
      content: [hello],
      stopReason: 'stop',
      rawStopReason: 'pause_turn',
    });
    expect(await stream(sse(whole), last)).toEqual({
      content: [read],
      stopReason: 'toolUse',
      rawStopReason: 'pause_turn',
    });
  });

  it('is a fault of the server when it says so', async () => {
    expect(await stream(sse(said, delta({}, 'network_error'), '[DONE]'))).toEqual(
      broken('the server ended it with network_error'),
    );
  });

  it("holds the model's own words when it refuses", async () => {
    const refused = {
      content: [],
      stopReason: 'error',
      errorMessage: 'The model refused to answer. It said: I will not.',
    };
    const words = sse(delta({ refusal: 'I will ' }), delta({ refusal: 'not.' }));
    expect(await stream(words, sse('[DONE]'))).toEqual(refused);
    expect(await stream(words, sse(delta({}, 'stop'), '[DONE]'))).toEqual({ ...refused, rawStopReason: 'stop' });
  });

  it.each(['stop', 'function_call', 'end_turn'])('%s does not hide complete calls (B110)', async (reason) => {
    expect(await stream(sse(whole, delta({}, reason), '[DONE]'))).toEqual({
      content: [read],
      stopReason: 'toolUse',
      rawStopReason: reason,
    });
  });

  it.each(['', null])('%j before the end mark does not hide complete calls (B110)', async (reason) => {
    expect(await stream(sse(whole, delta({}, reason), '[DONE]'))).toEqual({ content: [read], stopReason: 'toolUse' });
  });

  it('tool_calls without calls ends the turn (B110)', async () => {
    expect(await stream(sse(said, delta({}, 'tool_calls'), '[DONE]'))).toEqual({
      content: [hello],
      stopReason: 'stop',
      rawStopReason: 'tool_calls',
    });
  });

  it('is enough without an end mark', async () => {
    expect(await stream(sse(said, delta({}, 'stop')))).toEqual({
      content: [hello],
      stopReason: 'stop',
      rawStopReason: 'stop',
    });
  });
});

describe('an error inside a stream', () => {
  it('fails the request when a line is not whole JSON (B111)', async () => {
    const line = '{"choices":[{"delta":{"tool_calls":[{"ind';
    expect(await stream(`data: ${line}`)).toEqual(broken(`an event is not valid JSON (${JSON.stringify(line)})`));
    expect(await stream(sse(whole), `data: ${line}\n\n`, sse(delta({}, 'tool_calls'), '[DONE]'))).toEqual(
      broken(`an event is not valid JSON (${JSON.stringify(line)})`),
    );
  });

  it.each([
    [{ message: 'overloaded', type: 'server_error', code: null }, { retryable: true }],
    [
      { message: 'overloaded', code: 503 },
      { retryable: true, status: 503 },
    ],
    [
      { message: 'bad schema', code: 400 },
      { retryable: false, status: 400 },
    ],
    [{ message: 'bad schema', type: 'invalid_request_error' }, { retryable: false }],
    ['overloaded', { retryable: true }],
  ])("fails the request with the server's message for %j (B111)", async (error, expected) => {
    expect(await ask({ chunks: [sse(whole, { error })] })).toEqual({
      result: {
        name: 'ModelFailure',
        message: `Model openai/test: The server reported an error in the stream: ${typeof error === 'string' ? error : error.message}`,
        ...expected,
      },
      sent: 1,
    });
  });
});

describe('chunks that carry nothing', () => {
  it.each<[string, readonly object[]]>([
    ['a null content', [delta({ role: 'assistant', content: null })]],
    ['a missing content', [delta({ role: 'assistant' })]],
    ['an empty content', [delta({ content: '' })]],
    ['no choices', [{ id: 'x', choices: [] }]],
    ['a null usage', [{ ...said, usage: null, choices: [] }]],
    ['null calls', [delta({ tool_calls: null, function_call: null, refusal: null })]],
    ['an empty delta', [delta({})]],
    ['a null delta', [{ choices: [{ index: 0, delta: null, finish_reason: null }] }]],
    ['null choices', [{ choices: null }]],
  ])('%s are an empty text (B120)', async (_title, chunks) => {
    const last = [delta({}, 'stop'), { choices: [], usage: null }, '[DONE]'];
    expect(await stream(sse(...chunks, ...last))).toEqual({ content: [], stopReason: 'stop', rawStopReason: 'stop' });
    expect(await stream(sse(...chunks, said, ...chunks, ...last))).toEqual({
      content: [hello],
      stopReason: 'stop',
      rawStopReason: 'stop',
    });
  });
});
