/** Recognises what the server says by its status: no such workflow, or no answer at all. */
import { WorkflowNotFoundError, isGrpcServiceError } from '@temporalio/client';

const NOT_FOUND = 5;
const UNAVAILABLE = 14;

export function isNotFound(error: unknown): error is Error {
  return error instanceof WorkflowNotFoundError || hasStatus(error, NOT_FOUND);
}

export function isUnavailable(error: unknown): error is Error {
  return hasStatus(error, UNAVAILABLE);
}

function hasStatus(error: unknown, status: number): boolean {
  if (!isGrpcServiceError(error)) return false;
  const code: number = error.code;
  return code === status;
}
