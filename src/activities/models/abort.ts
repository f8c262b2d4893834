/**
 * Waiting that ends with the request's signal. It must never swallow the reason of an abort.
 */
import type { AbortSignalLike } from '../../core/abort.ts';

/** Throws the signal's reason if it is aborted; an AbortError if the reason is not an error. */
export function throwIfAborted(signal: AbortSignalLike): void {
  if (signal.aborted) throw abortReason(signal);
}

/** What an aborted request rejects with: the reason itself if it is an error, else an `AbortError` that names it. */
export function abortReason(signal: AbortSignalLike): Error {
  const { reason } = signal;
  if (reason instanceof Error) return reason;
  const told = typeof reason === 'string' && reason !== '' ? reason : 'The model request was aborted';
  return Object.assign(new Error(told), { name: 'AbortError' });
}

/**
 * Settles as `work` does, or rejects with {@link abortReason} as soon as the signal is aborted. `work` itself is not
 * ended by that; its late failure is ignored.
 */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignalLike): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(abortReason(signal));
  work.catch(() => undefined);
  aborted.promise.catch(() => undefined);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([aborted.promise, work]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
