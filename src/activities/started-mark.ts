/**
 * Tells the server that a body is about to begin, and waits until it knows: a lost attempt without this mark certainly
 * did nothing and may be started again.
 */
import type { Context } from '@temporalio/activity';
import { defaultPayloadConverter } from '@temporalio/common';

/** One heartbeat with details that is awaited; the engine's own are not. @throws if the server does not take it */
export async function markStarted({ client, info }: Context): Promise<void> {
  await client.workflowService.recordActivityTaskHeartbeat({
    namespace: client.options.namespace,
    taskToken: Buffer.from(info.base64TaskToken, 'base64'),
    details: { payloads: [defaultPayloadConverter.toPayload(0)] },
  });
}
