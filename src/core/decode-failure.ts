/** Reads a failure of the engine's history as the plain failure that core judges; the twin of `workflows/read-failure.ts`. */
import type { StepFailure } from './failures.ts';
import type { FailureLike } from './history-event.ts';

const timeouts = ['UNKNOWN', 'START_TO_CLOSE', 'SCHEDULE_TO_START', 'SCHEDULE_TO_CLOSE', 'HEARTBEAT'] as const;

export function decodeFailure(failure: FailureLike | null | undefined): StepFailure {
  const inner = failure?.activityFailureInfo ? failure.cause : failure;
  const message = inner?.message ?? '';
  if (inner?.timeoutFailureInfo) {
    const timeout = timeoutOf(inner.timeoutFailureInfo.timeoutType ?? 0);
    const started = (inner.timeoutFailureInfo.lastHeartbeatDetails?.payloads?.length ?? 0) > 0;
    return { kind: 'timeout', timeout, message, started };
  }
  if (inner?.canceledFailureInfo) return { kind: 'cancelled', notStarted: false, message: 'cancelled' };
  return { kind: 'application', code: inner?.applicationFailureInfo?.type || 'Error', message };
}

/** A number in the protocol, `TIMEOUT_TYPE_…` in its JSON form. */
function timeoutOf(type: number | string): string {
  return typeof type === 'string' ? type.replace('TIMEOUT_TYPE_', '') : (timeouts[type] ?? 'UNKNOWN');
}
