/** Recognises the server's answer that there is no such workflow. */
import { WorkflowNotFoundError, isGrpcServiceError } from '@temporalio/client';

/** The gRPC status of that name. */
const NOT_FOUND = 5;

export function isNotFound(error: unknown): error is Error {
  if (error instanceof WorkflowNotFoundError) return true;
  if (!isGrpcServiceError(error)) return false;
  const code: number = error.code;
  return code === NOT_FOUND;
}
