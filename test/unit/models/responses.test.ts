/**
 * The same promises for OpenAI's Responses API, whose address is fixed: `fetch` is led to the server of the test.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { piModel } from '../../../src/activities/models/pi.ts';
import { call, key, outcomeOf, request, sse } from './ask.ts';
import { modelServer } from './openai-server.ts';

const real = globalThis.fetch;

afterEach(() => {
  vi.restoreAllMocks();
});

/** Asks `openai/gpt-4o-mini` once; the answer is these events. */
async function answered(...events: readonly object[]): Promise<unknown> {
  await using server = await modelServer({ chunks: [sse(...events)] });
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const asked = input instanceof Request ? input.url : String(input);
    return real(asked.replace('https://api.openai.com', server.url), init);
  });
  const result = await outcomeOf(piModel('openai/gpt-4o-mini', { env: { OPENAI_API_KEY: key } }).respond(request()));
  expect(server.requests.map(({ path }) => path)).toEqual(['/v1/responses']);
  return result;
}

const item = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'read' };
const added = { type: 'response.output_item.added', output_index: 0, item: { ...item, arguments: '' } };
const piece = (delta: string): object => ({ type: 'response.function_call_arguments.delta', output_index: 0, delta });
const done = (args: string): object => ({
  type: 'response.output_item.done',
  output_index: 0,
  item: { ...item, arguments: args },
});
const completed = { type: 'response.completed', response: { id: 'resp_1', status: 'completed', output: [] } };
const cut = (reason: string): object => ({
  type: 'response.incomplete',
  response: { id: 'resp_1', status: 'incomplete', incomplete_details: { reason }, output: [] },
});
const read = call('call_1|fc_1', 'read', { path: 'a' });

describe('an answer of the Responses API', () => {
  it('holds a call that came in pieces', async () => {
    expect(await answered(added, piece('{"path":'), piece('"a"}'), done('{"path":"a"}'), completed)).toEqual({
      content: [read],
      stopReason: 'toolUse',
      rawStopReason: 'completed',
    });
  });

  it.each([
    ['in pieces', [piece('{"path":"C:\\d"}')]],
    ['at once', []],
  ])('keeps arguments that are not JSON out of a call that came %s (B09)', async (_title, given) => {
    const problem = 'Bad escaped character in JSON at position 12 (line 1 column 13)';
    expect(await answered(added, ...given, done('{"path":"C:\\d"}'), completed)).toEqual({
      content: [
        { ...call('call_1|fc_1', 'read', {}), argumentsError: `${problem}\n\nReceived arguments:\n{"path":"C:\\d"}` },
      ],
      stopReason: 'toolUse',
      rawStopReason: 'completed',
    });
  });

  it('that was cut or withheld is no normal end (B109)', async () => {
    const given = [added, piece('{"path":"a"}'), done('{"path":"a"}')];
    expect(await answered(...given, cut('max_output_tokens'))).toEqual({
      content: [read],
      stopReason: 'length',
      rawStopReason: 'incomplete.max_output_tokens',
    });
    expect(await answered(...given, cut('content_filter'))).toEqual({
      content: [read],
      stopReason: 'error',
      errorMessage: 'Response incomplete: content_filter',
      rawStopReason: 'incomplete.content_filter',
    });
  });
});

describe('a broken stream of the Responses API', () => {
  const failure = (message: string, retryable = true): object => ({
    name: 'ModelFailure',
    retryable,
    message: `Model openai/gpt-4o-mini: ${message}`,
  });

  it('that ends in a call is a retryable failure (B107)', async () => {
    expect([await answered(added, piece('{"pa')), await answered(added, piece('{"pa'), completed)]).toEqual([
      failure('OpenAI Responses stream ended before a terminal response event'),
      failure('OpenAI Responses stream completed with an unfinished tool call: read (call_1|fc_1)'),
    ]);
  });

  it('tells the message of the server and whether to try again (B111)', async () => {
    const failed = (code: string): object => ({
      type: 'response.failed',
      response: { id: 'resp_1', status: 'failed', error: { code, message: 'Something is wrong' } },
    });
    expect([await answered(added, failed('server_error')), await answered(added, failed('invalid_prompt'))]).toEqual([
      failure('server_error: Something is wrong'),
      failure('invalid_prompt: Something is wrong', false),
    ]);
  });
});
