/**
 * Real models under their caller's control: aborts, time-outs, and the choice of a model.
 */
import { describe, expect, it } from 'vitest';
import { piModel } from '../../../src/activities/models/pi.ts';
import { scripted } from '../../../src/activities/models/scripted.ts';
import { selectModel } from '../../../src/activities/models/select.ts';
import { ask, delta, failureOf, key, request, serverOptions, sse } from './ask.ts';
import { modelServer } from './openai-server.ts';

const text = (part: string): string => sse(delta({ content: part }));
const end = sse(delta({}, 'stop'), '[DONE]');

describe('an abort', () => {
  it('rejects with its reason and closes the socket', async () => {
    await using server = await modelServer({ chunks: [text('Hel')], then: 'hang' });
    const stop = new AbortController();
    const first = Promise.withResolvers<undefined>();
    const answered = piModel('openai/test', serverOptions(server.url))
      .respond(request({ signal: stop.signal, onDelta: () => first.resolve(undefined) }))
      .catch((error: unknown) => error);
    await first.promise;
    const reason = new Error('stopped by the operator');
    stop.abort(reason);
    expect(await answered).toBe(reason);
    await server.dropped;
  });

  it('ends the wait for headers just so', async () => {
    await using server = await modelServer({ delayMs: 600_000 });
    const stop = new AbortController();
    const answered = piModel('openai/test', serverOptions(server.url))
      .respond(request({ signal: stop.signal }))
      .catch((error: unknown) => error);
    await expect.poll(() => server.requests.length).toBe(1);
    stop.abort(new DOMException('time-out after 5 s', 'TimeoutError'));
    expect(await answered).toBe(stop.signal.reason);
    await server.dropped;
  });

  it('sends nothing when it came first', async () => {
    await using server = await modelServer({ chunks: [text('x'), end] });
    const reason = new Error('stopped');
    const respond = piModel('openai/test', serverOptions(server.url)).respond(
      request({ signal: AbortSignal.abort(reason) }),
    );
    await expect(respond).rejects.toBe(reason);
    expect(server.requests).toEqual([]);
  });
});

describe('time-outs', () => {
  it("is the caller's alone: Node's limit on the wait for headers does not apply (B118)", async () => {
    await fetch('data:,');
    const place = Symbol.for('undici.globalDispatcher.1');
    const usual = Reflect.get(globalThis, place) as object;
    const Agent = usual.constructor as new (options: object) => object;
    Reflect.set(globalThis, place, new Agent({ headersTimeout: 100, bodyTimeout: 100 }));
    try {
      const { result } = await ask({ delayMs: 2500, chunks: [text('late'), end] });
      expect(result).toEqual({ content: [{ type: 'text', text: 'late' }], stopReason: 'stop', rawStopReason: 'stop' });
    } finally {
      Reflect.set(globalThis, place, usual);
    }
  });
});

describe('a model that cannot be asked', () => {
  const refused = async (spec: string, env: Record<string, string> = {}): Promise<unknown> =>
    piModel(spec, { env }).check().catch(failureOf);

  it('is refused at once if it is not named provider/id', () => {
    const said = 'Model "gpt" is not of the form provider/id; write for example openai/gpt-4o-mini.';
    expect(() => piModel('gpt')).toThrow(said);
    expect(() => selectModel('gpt')).toThrow(said);
  });

  it('is told from its name, with the way out', async () => {
    expect([await refused('openai/none'), await refused('openai/gpt-4o-mini')]).toEqual([
      {
        name: 'ModelFailure',
        retryable: false,
        message: expect.stringMatching(
          /^Provider "openai" has no model "none"; it has for example openai\/.+\.$/,
        ) as string,
      },
      {
        name: 'ModelFailure',
        retryable: false,
        message: 'There is no key for model provider "openai"; set OPENAI_API_KEY in the environment of the worker.',
      },
    ]);
  });

  it('is told from an unknown provider, with the way out', async () => {
    expect(await refused('house/llama')).toEqual({
      name: 'ModelFailure',
      retryable: false,
      message: expect.stringMatching(
        /^Model provider "house" is not known; set HOUSE_BASE_URL to the address of an OpenAI-compatible server, or use one of: .*openai.*\.$/,
      ) as string,
    });
  });

  it('passes the check with a key, or with a server of its own and none', async () => {
    expect(await refused('openai/gpt-4o-mini', { OPENAI_API_KEY: key })).toBeUndefined();
    expect(await refused('house/llama', { HOUSE_BASE_URL: 'http://127.0.0.1:9/v1' })).toBeUndefined();
  });
});

describe('the choice of a model', () => {
  it("is the session's, else the agent's, and one adapter per name", () => {
    const own = scripted([]);
    const other = selectModel(own, 'openai/gpt-4o-mini');
    expect([selectModel(own), selectModel(own, 'scripted'), other.name]).toEqual([own, own, 'openai/gpt-4o-mini']);
    expect(selectModel('openai/gpt-4o-mini')).toBe(other);
  });
});
