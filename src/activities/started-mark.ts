/**
 * Tells the server that a body is about to begin, and waits until it knows: a lost attempt without this mark certainly
 * did nothing and may be started again.
 */
import type { Context } from '@temporalio/activity';
import { ApplicationFailure, defaultPayloadConverter } from '@temporalio/common';
import { failureCodes } from '../core/errors.ts';

/**
 * One heartbeat with details that is awaited; the engine's own are not.
 * @throws ApplicationFailure `NotBegun` if the server does not take it: the body must not begin then
 */
export async function markStarted({ client, info }: Context): Promise<void> {
  const request = {
    namespace: client.options.namespace,
    taskToken: Buffer.from(info.base64TaskToken, 'base64'),
    details: { payloads: [defaultPayloadConverter.toPayload(0)] },
  };
  try {
    await client.workflowService.recordActivityTaskHeartbeat(request);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw ApplicationFailure.nonRetryable(`The server was not told of the start: ${why}`, failureCodes.notBegun);
  }
}
