/**
 * Which steps of a turn are being tried again, and why: the server's description of the turn, no worker is asked.
 */
import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import { decodeFailure } from '../core/decode-failure.ts';
import { runningTurn } from './session-control.ts';

type Description = WorkflowExecutionDescription;

interface TimeLike {
  readonly seconds?: unknown;
  readonly nanos?: number | null;
}

/** A step that failed and is tried again. */
export interface RetryingStep {
  /** The activity: `callModel`, `tool.NAME`, or one of our own steps. */
  readonly step: string;
  /** The attempt under way, or the next one; from 2. */
  readonly attempt: number;
  /** Absent: for as long as it takes. */
  readonly attempts?: number;
  /** Why the attempt before failed. */
  readonly failure: string;
  /** When the next attempt may begin, in milliseconds since the epoch; absent while one is under way. */
  readonly at?: number;
}

/** Those of the turn under way. @throws ClientError `UnknownSession` */
export async function readRetrying(client: Client, id: string): Promise<readonly RetryingStep[]> {
  const turn = await runningTurn({ client, id });
  if (turn === undefined) return [];
  const { raw } = await client.workflow.getHandle(turn.workflowId).describe();
  return retryingSteps(raw);
}

/** @param raw the server's description of a turn's workflow */
export function retryingSteps({ pendingActivities }: Description['raw']): readonly RetryingStep[] {
  return (pendingActivities ?? []).flatMap((pending) => {
    const attempt = pending.attempt ?? 0;
    if (attempt < 2) return [];
    const at = millisecondsOf(pending.scheduledTime);
    return [
      {
        step: pending.activityType?.name ?? '',
        attempt,
        ...(pending.maximumAttempts ? { attempts: pending.maximumAttempts } : {}),
        failure: decodeFailure(pending.lastFailure).message,
        ...(at > millisecondsOf(pending.lastStartedTime) ? { at } : {}),
      },
    ];
  });
}

/** When steps of a workflow were last heard of: scheduled, started, or by a heartbeat. In milliseconds since the epoch. */
export function stepTimes({ pendingActivities }: Description['raw']): readonly number[] {
  return (pendingActivities ?? []).flatMap(({ scheduledTime, lastStartedTime, lastHeartbeatTime }) => {
    // The time of a next attempt lies ahead.
    return [scheduledTime, lastStartedTime, lastHeartbeatTime].map(millisecondsOf).filter((at) => at <= Date.now());
  });
}

function millisecondsOf(time: TimeLike | null | undefined): number {
  return Number(time?.seconds ?? 0) * 1_000 + Math.floor((time?.nanos ?? 0) / 1_000_000);
}
