/** Makes sure that somebody serves a queue before anybody waits for it. */
import type { Client } from '@temporalio/client';
import { limits } from '../core/limits.ts';
import { ClientError } from './client-error.ts';
import { lastPolls } from './pollers.ts';

const PAUSE = 200;

/** @throws ClientError `NoWorker` if no worker has polled the queue of late and none does within 10 s */
export async function requireWorker(client: Client, queue: string): Promise<void> {
  for (const end = Date.now() + limits.answerWait; Date.now() < end;) {
    if ((await lastPolls(client, queue)).length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  throw new ClientError('NoWorker', `No worker is polling ${queue}. Start one with "turnkeeper worker FILE".`);
}
