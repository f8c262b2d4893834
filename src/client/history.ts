/**
 * Streams the history of one execution as facts: what there is, then what comes, by the server's long poll. Costs the
 * followed workflow nothing.
 */
import type { Client } from '@temporalio/client';
import { isGrpcServiceError } from '@temporalio/client';
import type { Fact } from '../core/facts.ts';
import { decodeFact } from './decode-fact.ts';

export interface ExecutionRef {
  readonly workflowId: string;
  /** Default: the newest run. */
  readonly runId?: string;
}

/** How long one poll may wait; the server answers an empty one after 20 s. */
const POLL_MS = 60_000;

/** Events of a page: large ones, and the server itself sends at most some megabytes at once. */
const PAGE = 200;

/** gRPC codes after which the same poll is tried again: the server is away, busy or slow. */
const PASSING = new Set([1, 4, 8, 14]);

/**
 * Ends when the execution is closed, or quietly when `signal` aborts.
 * @throws the server's error if it is not a passing one (an unknown workflow, for instance)
 */
export async function* historyFacts(
  client: Client,
  ref: ExecutionRef,
  { wait, signal }: { readonly wait: 'live' | 'recorded'; readonly signal?: AbortSignal | undefined },
): AsyncGenerator<Fact> {
  let nextPageToken: Uint8Array | undefined;
  do {
    const page = await nextPage(client, request(client, ref, { wait, nextPageToken }), signal);
    if (page === undefined) return;
    for (const event of page.history?.events ?? []) {
      const fact = decodeFact(event);
      if (fact !== undefined) yield fact;
    }
    nextPageToken = page.nextPageToken;
  } while (nextPageToken.length > 0);
}

function request(
  client: Client,
  execution: ExecutionRef,
  page: { readonly wait: 'live' | 'recorded'; readonly nextPageToken: Uint8Array | undefined },
) {
  return {
    namespace: client.options.namespace,
    execution,
    waitNewEvent: page.wait === 'live',
    maximumPageSize: PAGE,
    ...(page.nextPageToken === undefined ? {} : { nextPageToken: page.nextPageToken }),
  };
}

async function nextPage(client: Client, page: ReturnType<typeof request>, signal: AbortSignal | undefined) {
  const poll = () =>
    client.withDeadline(Date.now() + POLL_MS, () => client.workflowService.getWorkflowExecutionHistory(page));
  for (let failures = 0; ; failures++) {
    if (signal?.aborted) return undefined;
    try {
      return await (signal === undefined ? poll() : client.withAbortSignal(signal, poll));
    } catch (error) {
      if (signal?.aborted) return undefined;
      if (!isGrpcServiceError(error) || !PASSING.has(error.code) || isTooLarge(error)) throw error;
      await pause(Math.min(2_000, 50 * 2 ** failures), signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}

/** A message above the client's own limit stays too large however often it is asked for. */
function isTooLarge({ details }: { readonly details: string }): boolean {
  return details.includes('larger than max');
}
