/**
 * Failed requests to real models: which may be tried again, what they say, and what they must not say.
 */
import { describe, expect, it } from 'vitest';
import { piModel } from '../../../src/activities/models/pi.ts';
import { ask, broken, delta, key, outcomeOf, request, serverOptions, sse } from './ask.ts';
import { modelServer } from './openai-server.ts';

const text = (part: string): string => sse(delta({ content: part }));

describe('a failed request', () => {
  const error = (status: number, message: string, headers: Record<string, string> = {}) => ({
    status,
    headers: { 'content-type': 'application/json', ...headers },
    chunks: [JSON.stringify({ error: { message, type: 'x' } })],
  });

  it.each([400, 401, 403, 404, 413, 422])('is not worth another try after status %i (B99)', async (status) => {
    expect(await ask(error(status, 'no'))).toEqual({
      result: {
        name: 'ModelFailure',
        message: `Model openai/test: The server answered with status ${status}: no`,
        retryable: false,
        status,
      },
      sent: 1,
    });
  });

  it.each([408, 409, 425, 429, 500, 502, 503, 529])(
    'is sent once and may be tried again after status %i (B99)',
    async (status) => {
      expect(await ask(error(status, 'later'))).toEqual({
        result: {
          name: 'ModelFailure',
          message: `Model openai/test: The server answered with status ${status}: later`,
          retryable: true,
          status,
        },
        sent: 1,
      });
    },
  );

  it('tells how long the server wants to be left alone (B99)', async () => {
    const { result, sent } = await ask(error(429, 'slow down', { 'retry-after': '20' }));
    expect({ result, sent }).toEqual({
      result: {
        name: 'ModelFailure',
        message: 'Model openai/test: The server answered with status 429: slow down',
        retryable: true,
        retryAfterMs: 20_000,
        status: 429,
      },
      sent: 1,
    });
  });

  it('surfaces a request larger than the context at once (B99)', async () => {
    const told = "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens";
    const { result } = await ask(error(500, told));
    expect(result).toEqual({
      name: 'ModelFailure',
      message: `Model openai/test: The server answered with status 500: ${told}`,
      retryable: false,
      status: 500,
      data: { reason: 'contextOverflow' },
    });
  });

  it('never shows the key', async () => {
    const { result } = await ask(error(401, `Incorrect key ${key}; header was Bearer ${key}`));
    expect(result).toEqual({
      name: 'ModelFailure',
      message: 'Model openai/test: The server answered with status 401: Incorrect key [key]; header was Bearer [key]',
      retryable: false,
      status: 401,
    });
  });

  it('never shows the key inside a stream either', async () => {
    const words = sse(delta({ refusal: `I know ${key}.` }), '[DONE]');
    const message = `bad key ${key}`;
    expect([
      (await ask({ chunks: [words] })).result,
      (await ask({ chunks: [sse({ error: { message } })] })).result,
    ]).toEqual([
      { content: [], stopReason: 'error', errorMessage: 'The model refused to answer. It said: I know [key].' },
      {
        name: 'ModelFailure',
        message: 'Model openai/test: The server reported an error in the stream: bad key [key]',
        retryable: true,
      },
    ]);
  });

  it('may be tried again when nothing listens', async () => {
    const server = await modelServer();
    await server[Symbol.asyncDispose]();
    const result = await outcomeOf(piModel('openai/test', serverOptions(server.url)).respond(request()));
    const { host } = new URL(server.url);
    expect(result).toEqual({
      name: 'ModelFailure',
      message: `Model openai/test: The connection failed: connect ECONNREFUSED ${host} (ECONNREFUSED).`,
      retryable: true,
    });
  });

  it('may be tried again when the connection is cut', async () => {
    expect(await ask({ chunks: [text('Hel')], then: 'cut' })).toEqual({
      result: {
        name: 'ModelFailure',
        message: 'Model openai/test: The connection failed: other side closed (UND_ERR_SOCKET).',
        retryable: true,
      },
      sent: 1,
    });
  });

  it('names an HTML page with status 200 (B111)', async () => {
    const { result } = await ask({ headers: { 'content-type': 'text/html' }, chunks: ['<html>Sign in</html>'] });
    expect(result).toEqual(broken('the server sent an HTML page instead of an event stream'));
  });

  it('is not fooled by an HTML page that says it is an event stream (B111)', async () => {
    const { result } = await ask({ chunks: ['<html>\n<body>Sign in</body>\n</html>\n'] });
    expect(result).toEqual(broken('it has no end mark'));
  });
});
