/**
 * A small model server for tests: it plays given bytes and records what it was asked. It speaks HTTP only; what the
 * bytes mean (OpenAI's or Anthropic's events) is the test's affair.
 */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One answer. Without `chunks` the body stays open until the client goes away. */
export interface PlayedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Written one after the other, each as a piece of its own. */
  readonly chunks?: readonly (string | Uint8Array)[];
  /** What happens after the last chunk. Default `end`; `cut` destroys the socket; `hang` waits for the client. */
  readonly then?: 'end' | 'cut' | 'hang';
  /** Milliseconds before the headers. */
  readonly delayMs?: number;
}

export interface RecordedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  // A parsed JSON body; tests look at members they know.
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ModelServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  /** Settles when the first bytes of an answer have been handed to the socket. */
  readonly started: Promise<void>;
  /** Settles when the client has closed a connection before the answer ended. */
  readonly dropped: Promise<void>;
}

/** Starts a server that gives the answers in turn, the last one again and again. */
export async function modelServer(...answers: readonly PlayedAnswer[]): Promise<ModelServer> {
  const requests: RecordedRequest[] = [];
  const started = Promise.withResolvers<undefined>();
  const dropped = Promise.withResolvers<undefined>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const answer = answers[Math.min(requests.length, answers.length - 1)] ?? {};
      const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
      requests.push({ path: request.url ?? '', headers: request.headers, body });
      response.on('close', () => {
        if (!response.writableEnded) dropped.resolve(undefined);
      });
      const play = async (): Promise<void> => {
        response.writeHead(answer.status ?? 200, { 'content-type': 'text/event-stream', ...answer.headers });
        response.flushHeaders();
        for (const chunk of answer.chunks ?? []) {
          await new Promise((resolve) => response.write(chunk, resolve));
          await new Promise(setImmediate);
        }
        started.resolve(undefined);
        if (answer.then === 'cut') response.destroy();
        else if (answer.then !== 'hang') response.end();
      };
      setTimeout(() => void play(), answer.delayMs ?? 0);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    started: started.promise,
    dropped: dropped.promise,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
