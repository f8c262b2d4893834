/** What the tests of control share: outcomes of calls, and a worker that comes after the engine's own. */
import { Client, Connection } from '@temporalio/client';
import { inject } from 'vitest';
import type { Session } from '../../../src/client/index.ts';
import type { CreateWorkerOptions, TurnkeeperWorker } from '../../../src/worker/index.ts';
import { createWorker } from '../../../src/worker/index.ts';
import { results } from '../cases/kit.ts';
import type { Engine } from '../engine.ts';

/** The outcomes of a transcript's calls: the kind, or what the tool said. */
export const outcomes = async (session: Session): Promise<readonly string[]> =>
  (await results(session)).map(({ kind, isError, text: said }) => kind ?? (isError ? 'error' : said));

/** A worker for the same agent, after the engine's own was shut down. The caller ends it. */
export function nextWorker(
  { agent, address, store, keys }: Engine,
  more: Partial<CreateWorkerOptions> = {},
): Promise<TurnkeeperWorker> {
  return createWorker({ connection: { address }, store, keys, agents: [agent], drain: 500, ...more });
}

/** Asks the server itself. */
export async function withServer<T>(act: (client: Client) => Promise<T>): Promise<T> {
  const connection = await Connection.connect({ address: inject('address') });
  try {
    return await act(new Client({ connection, namespace: inject('namespace') }));
  } finally {
    await connection.close();
  }
}
