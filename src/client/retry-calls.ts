/**
 * Retries of a connection's calls, which end with the connection: the engine's own retry would call into a channel that
 * was closed meanwhile, from a timer, where nobody can catch what that throws.
 */
import type { ConnectionOptions } from '@temporalio/client';
import { defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';

type Interceptor = NonNullable<ConnectionOptions['interceptors']>[number];
type Call = ReturnType<Interceptor>;

/** gRPC's code of a call that was cancelled. */
const CANCELLED = 1;

/** @param closed aborts when the connection is closed; a call that would then be retried ends as cancelled */
export function retryCalls(closed: AbortSignal): Interceptor[] {
  const whileOpen: Interceptor = (options, nextCall) => (closed.aborted ? endedCall() : (nextCall(options) as Call));
  return [makeGrpcRetryInterceptor(defaultGrpcRetryOptions()), whileOpen];
}

function endedCall(): Call {
  const nothing = (): void => undefined;
  const call: Partial<Call> = {
    start: (metadata, listener) => {
      listener?.onReceiveStatus?.({ code: CANCELLED, details: 'the connection was closed', metadata });
    },
    sendMessage: nothing,
    halfClose: nothing,
    startRead: nothing,
    cancelWithStatus: nothing,
  };
  return call as Call;
}
