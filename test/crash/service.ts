/**
 * The world outside: an HTTP service on the loopback interface whose effects are what the proof counts. It logs every
 * request, can hold those of a session at one place, and knows whether the caller was still there when they went on.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Place } from './round.ts';

/** One request as it comes in. `effect` passes the places `before` and `after`; `receipt` asks whether the store is there. */
export interface Request {
  readonly session: string;
  readonly what: Exclude<Place, 'before' | 'after'> | 'effect' | 'receipt' | 'settle';
  readonly index?: number;
  readonly key?: string;
}

/** One stop of a request at a place. `lost`: its caller was gone before it could go on. */
export interface Visit {
  readonly session: string;
  readonly place: Place | 'receipt';
  readonly index?: number;
  readonly key?: string;
  readonly arrived: number;
  left?: { readonly at: number; readonly how: 'passed' | 'lost' | 'refused' };
}

interface Latch {
  readonly place: Place;
  readonly index?: number;
  readonly reached: PromiseWithResolvers<void>;
  readonly released: PromiseWithResolvers<void>;
}

export class Service implements AsyncDisposable {
  readonly visits: Visit[] = [];
  /** Times that an effect was carried out, by idempotency key. */
  readonly effects = new Map<string, number>();
  /** Requests for an effect, carried out or not, by idempotency key. */
  readonly requests = new Map<string, number>();
  readonly #latches = new Map<string, Latch>();
  readonly #fenced = new Map<string, AbortController>();
  readonly #slow = new Set<string>();
  readonly #away = new Set<string>();
  readonly #server = createServer((request, response) => void this.#take(request, response));

  static async open(): Promise<Service> {
    const service = new Service();
    await new Promise<void>((resolve) => {
      service.#server.listen(0, '127.0.0.1', resolve);
    });
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  /** Holds the session's requests at a place until {@link release}. @returns resolves when the first one is held */
  hold(session: string, place: Place, index?: number): Promise<void> {
    const reached = Promise.withResolvers<void>();
    const latch = {
      place,
      reached,
      released: Promise.withResolvers<void>(),
      ...(index === undefined ? {} : { index }),
    };
    this.#latches.set(session, latch);
    return reached.promise;
  }

  release(session: string): void {
    this.#latches.get(session)?.released.resolve();
    this.#latches.delete(session);
  }

  /** Every request of the session takes some milliseconds, so that a blow at a random time hits something. */
  slow(session: string): void {
    this.#slow.add(session);
  }

  /** The store takes no receipt of the session until {@link storeBack}. */
  storeAway(session: string): void {
    this.#away.add(session);
  }

  storeBack(session: string): void {
    this.#away.delete(session);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const session of this.#latches.keys()) this.release(session);
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) gone.abort();
    });
    try {
      const request = JSON.parse(await text(incoming)) as Request;
      const answer = await this.#answer(request, gone.signal);
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
    } catch {
      response.destroy();
    }
  }

  async #answer(request: Request, gone: AbortSignal): Promise<{ readonly status: number; readonly body: object }> {
    const { what, key = '' } = request;
    if (this.#slow.has(request.session)) await delay(Math.random() * 40);
    switch (what) {
      case 'settle':
        // Whoever asks may start the call again: a request that still waits must not take effect any more.
        this.#fenced.get(key)?.abort();
        return { status: 200, body: { applied: this.effects.get(key) ?? 0 } };
      case 'receipt': {
        const away = this.#away.has(request.session);
        this.visits.push(visitOf(request, 'receipt', { how: away ? 'refused' : 'passed' }));
        return { status: away ? 503 : 200, body: {} };
      }
      case 'effect': {
        this.requests.set(key, (this.requests.get(key) ?? 0) + 1);
        const fence = new AbortController();
        this.#fenced.set(key, fence);
        if ((await this.#stop(request, 'before', { gone, fenced: fence.signal })) !== 'passed') {
          return { status: 409, body: {} };
        }
        this.effects.set(key, (this.effects.get(key) ?? 0) + 1);
        await this.#stop(request, 'after', { gone });
        return { status: 200, body: {} };
      }
      default:
        await this.#stop(request, what, { gone });
        return { status: 200, body: {} };
    }
  }

  async #stop(
    request: Request,
    place: Place,
    { gone, fenced }: { readonly gone: AbortSignal; readonly fenced?: AbortSignal },
  ): Promise<'passed' | 'lost' | 'refused'> {
    const visit = visitOf(request, place);
    this.visits.push(visit);
    const latch = this.#latches.get(request.session);
    if (latch?.place === place && (latch.index === undefined || latch.index === request.index)) {
      latch.reached.resolve();
      await Promise.race([latch.released.promise, ...[gone, ...(fenced === undefined ? [] : [fenced])].map(aborted)]);
    }
    const how = gone.aborted ? 'lost' : fenced?.aborted === true ? 'refused' : 'passed';
    visit.left = { at: Date.now(), how };
    return how;
  }
}

function visitOf(
  { session, index, key }: Request,
  place: Visit['place'],
  left?: { readonly how: 'passed' | 'refused' },
): Visit {
  const at = Date.now();
  return {
    session,
    place,
    ...(index === undefined ? {} : { index }),
    ...(key === undefined ? {} : { key }),
    arrived: at,
    ...(left === undefined ? {} : { left: { at, ...left } }),
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function text(incoming: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of incoming.setEncoding('utf8')) body += String(chunk);
  return body;
}
