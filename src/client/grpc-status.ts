/** Recognises what the server says by its status: no such workflow, or no answer at all. */
import { WorkflowNotFoundError, isGrpcServiceError } from '@temporalio/client';

const NOT_FOUND = 5;
const FAILED_PRECONDITION = 9;
const UNAVAILABLE = 14;

export function isNotFound(error: unknown): error is Error {
  return error instanceof WorkflowNotFoundError || hasStatus(error, NOT_FOUND);
}

/** It would be done if something else were so that is not, such as a worker that polls. */
export function isNotReady(error: unknown): error is Error {
  return hasStatus(error, FAILED_PRECONDITION);
}

export function isUnavailable(error: unknown): error is Error {
  return hasStatus(error, UNAVAILABLE);
}

function hasStatus(error: unknown, status: number): boolean {
  if (!isGrpcServiceError(error)) return false;
  const code: number = error.code;
  return code === status;
}
