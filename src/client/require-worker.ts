/** Makes sure that somebody serves a queue before anybody waits for it. */
import type { Client } from '@temporalio/client';
import { ClientError } from './client-error.ts';

const DEADLINE = 10_000;
const PAUSE = 200;

/** The engine's number for queues of workflow tasks. */
const WORKFLOW_QUEUE = 1;

/** @throws ClientError `NoWorker` if no worker has polled the queue of late and none does within 10 s */
export async function requireWorker(client: Client, queue: string): Promise<void> {
  const request = { namespace: client.options.namespace, taskQueue: { name: queue }, taskQueueType: WORKFLOW_QUEUE };
  for (const end = Date.now() + DEADLINE; Date.now() < end;) {
    const { pollers } = await client.workflowService.describeTaskQueue(request);
    if (pollers.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  throw new ClientError('NoWorker', `No worker is polling ${queue}. Start one with "turnkeeper worker FILE".`);
}
