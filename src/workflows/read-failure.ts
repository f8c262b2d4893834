/**
 * Reads what the engine throws into the plain failure that core judges. The only file that knows its failure classes.
 */
import {
  ActivityFailure,
  ApplicationFailure,
  CancelledFailure,
  TimeoutFailure,
  isCancellation,
} from '@temporalio/workflow';
import { notStartedMark } from '../core/errors.ts';
import type { StepFailure } from '../core/failures.ts';

/** @throws the error itself if it did not come from an activity: then it is a bug and must not pass as an outcome */
export function readFailure(error: unknown): StepFailure {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof TimeoutFailure) {
    const started = cause.lastHeartbeatDetails !== undefined;
    return { kind: 'timeout', timeout: String(cause.timeoutType), message: cause.message, started };
  }
  if (cause instanceof CancelledFailure || isCancellation(error)) {
    const notStarted = cause instanceof CancelledFailure && cause.details.includes(notStartedMark);
    return { kind: 'cancelled', notStarted, message: 'cancelled' };
  }
  if (cause instanceof ApplicationFailure) {
    return { kind: 'application', code: cause.type ?? 'Error', message: cause.message };
  }
  throw error;
}
