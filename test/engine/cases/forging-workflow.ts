/**
 * A workflow that no product wrote: it schedules any activity with any input, as whoever can reach the server can.
 * Runs in Temporal's sandbox; it must import nothing of ours.
 */
import { ActivityFailure, ApplicationFailure, proxyActivities } from '@temporalio/workflow';

export interface Forgery {
  readonly taskQueue: string;
  readonly activityType: string;
  readonly activityId: string;
  readonly input: unknown;
}

/** @returns what became of the activity: its failure's type, or `executed` */
export async function forge({ taskQueue, activityType, activityId, input }: Forgery): Promise<string> {
  const schedule = proxyActivities<Record<string, (given: unknown) => Promise<unknown>>>({
    taskQueue,
    activityId,
    startToCloseTimeout: '10s',
    retry: { maximumAttempts: 2, initialInterval: '10ms' },
  })[activityType];
  try {
    await schedule?.(input);
    return 'executed';
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    return error.cause instanceof ApplicationFailure ? (error.cause.type ?? 'untyped') : 'other';
  }
}
