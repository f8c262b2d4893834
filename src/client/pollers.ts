/** Who has polled a queue of workflow tasks of late, as far as the server remembers (some 5 min). */
import type { Client } from '@temporalio/client';

/** The engine's number for queues of workflow tasks. */
const WORKFLOW_QUEUE = 1;

/** A worker asks again within a minute, in milliseconds; who has not for longer is gone. */
export const POLL = 70_000;

/** @returns when each of them last polled, in milliseconds since the epoch */
export async function lastPolls(client: Client, queue: string): Promise<readonly number[]> {
  const { pollers } = await client.workflowService.describeTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name: queue },
    taskQueueType: WORKFLOW_QUEUE,
  });
  return pollers.map(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1_000);
}
