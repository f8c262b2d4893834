/** Reads a failure of the engine's history as the plain failure that core judges; the twin of `workflows/read-failure.ts`. */
import type { temporal } from '@temporalio/proto';
import type { StepFailure } from '../core/failures.ts';

type Failure = temporal.api.failure.v1.IFailure | null | undefined;

const timeouts = ['UNKNOWN', 'START_TO_CLOSE', 'SCHEDULE_TO_START', 'SCHEDULE_TO_CLOSE', 'HEARTBEAT'] as const;

export function decodeFailure(failure: Failure): StepFailure {
  const inner = failure?.activityFailureInfo ? failure.cause : failure;
  const message = inner?.message ?? '';
  if (inner?.timeoutFailureInfo) {
    const timeout = timeouts.at(inner.timeoutFailureInfo.timeoutType ?? 0) ?? 'UNKNOWN';
    const started = (inner.timeoutFailureInfo.lastHeartbeatDetails?.payloads?.length ?? 0) > 0;
    return { kind: 'timeout', timeout, message, started };
  }
  if (inner?.canceledFailureInfo) return { kind: 'cancelled', notStarted: false, message: 'cancelled' };
  return { kind: 'application', code: inner?.applicationFailureInfo?.type || 'Error', message };
}
