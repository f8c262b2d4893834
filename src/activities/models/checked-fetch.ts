/**
 * The `fetch` that pi-ai is given: it reads statuses, `Retry-After` and every event of the body before pi-ai does, and
 * keeps the failure that pi-ai would turn into text. One request each; it must never retry.
 */
import { brokenStream, errorObjectFailure, isObject, parseObject, statusFailure } from './fault.ts';
import { isModelFailure, modelFailure } from './failure.ts';
import { encodeSse, sseDecoder, type SseEvent } from './sse.ts';
import type { StreamFilter } from './stream-filter.ts';
import type { ModelFailure } from '../../core/model.ts';

/** What one request has met so far. */
export interface Exchange {
  readonly fetch: typeof globalThis.fetch;
  /** The first failure seen on the wire. */
  readonly failure: ModelFailure | undefined;
}

/**
 * Makes the `fetch` for one request. Everything it opens ends with `signal`. Node's own limits (300 s for headers, and
 * between two pieces of the body) are off: the caller's time-out rules.
 */
export function checkedFetch(filter: StreamFilter, signal: AbortSignal): Exchange {
  let failure: ModelFailure | undefined;
  // What comes of an abort, by the caller or by pi-ai, is no finding of the wire.
  const failOn =
    (ends: AbortSignal) =>
    (error: unknown): Error => {
      const told = isModelFailure(error) ? error : wireFailure(error);
      if (!ends.aborted) failure ??= told;
      return told;
    };

  const checked: typeof globalThis.fetch = async (input, init) => {
    const ends = AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]);
    const fail = failOn(ends);
    const limits = await withoutLimits();
    try {
      const response = await fetch(input, { ...init, ...limits, signal: ends });
      if (!response.ok) {
        const body = await response.text();
        failure ??= statusFailure(response.status, response.headers, body);
        const { status, statusText, headers } = response;
        return new Response(body, { status, statusText, headers });
      }
      return await filtered(response, filter, fail, asksForStream(init) ? 'answer' : 'other');
    } catch (error) {
      throw fail(error);
    }
  };
  return {
    fetch: checked,
    get failure() {
      return failure;
    },
  };
}

/** A body that is no answer (a token exchange, say) passes unread; so do the APIs whose frames are not events. */
async function filtered(
  response: Response,
  filter: StreamFilter,
  fail: (error: unknown) => Error,
  kind: 'answer' | 'other',
): Promise<Response> {
  const type = response.headers.get('content-type') ?? '';
  const headers = { 'content-type': 'text/event-stream' };
  if (/text\/html|application\/xhtml/.test(type)) {
    await response.body?.cancel();
    throw brokenStream('the server sent an HTML page instead of an event stream');
  }
  const events = /event-stream/.test(type);
  if (!events && (kind === 'other' || filter.reads === 'event streams')) return response;
  if (!events && /application\/json/.test(type)) {
    const whole = wholeAnswer(await response.text(), filter);
    return new Response(Buffer.concat(whole.map(encodeSse)), { headers });
  }
  return new Response(response.body === null ? null : filteredBody(response.body, filter, fail), { headers });
}

function asksForStream(init: RequestInit | undefined): boolean {
  return typeof init?.body === 'string' && /"stream":\s*true/.test(init.body);
}

/** A server that does not stream sends one JSON object: it is read as a stream of one event. */
function wholeAnswer(text: string, filter: StreamFilter): readonly SseEvent[] {
  const body = parseObject(text);
  if (body === undefined) throw brokenStream('the server sent something that is not JSON');
  if (isObject(body['error'])) throw errorObjectFailure(body['error']);
  return [...filter.push({ data: text }), ...filter.end()];
}

function filteredBody(
  body: ReadableStream<Uint8Array>,
  filter: StreamFilter,
  fail: (error: unknown) => Error,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = sseDecoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        for (let sent = 0; sent === 0;) {
          const { done, value } = await reader.read();
          for (const event of done ? decoder.end() : decoder.push(value)) {
            for (const seen of filter.push(event)) sent += enqueue(controller, seen);
          }
          if (done) for (const seen of filter.end()) sent += enqueue(controller, seen);
          if (!done && !filter.ended) continue;
          controller.close();
          await reader.cancel();
          return;
        }
      } catch (error) {
        controller.error(fail(error));
        await reader.cancel().catch(() => undefined);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function enqueue(controller: ReadableStreamDefaultController<Uint8Array>, event: SseEvent): 1 {
  controller.enqueue(encodeSse(event));
  return 1;
}

function wireFailure(error: unknown): ModelFailure {
  if (!(error instanceof Error)) return modelFailure(`The connection failed: ${String(error)}.`, { retryable: true });
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return brokenStream('it is not valid UTF-8');
  const told = cause.message === '' ? cause.name : cause.message;
  return modelFailure(`The connection failed: ${told}${code === '' ? '' : ` (${code})`}.`, { retryable: true });
}

let limits: Promise<object> | undefined;

/** Node keeps its HTTP agent behind a symbol; one of the same kind without time limits serves all models. */
function withoutLimits(): Promise<object> {
  limits ??= (async () => {
    await fetch('data:,');
    const agent: unknown = Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1'));
    // An agent that somebody else has put there (a proxy, a test double) stays in charge, with its own limits.
    if (!isObject(agent) || !['Agent', 'EnvHttpProxyAgent'].includes(agent.constructor.name)) return {};
    const Agent = agent.constructor as new (options: object) => object;
    return { dispatcher: new Agent({ headersTimeout: 0, bodyTimeout: 0 }) };
  })();
  return limits;
}
