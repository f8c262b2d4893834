/**
 * Runs a hook of the user for a bounded time. The hook's signal aborts at the end of that time, or with the activity.
 */
import { ApplicationFailure } from '@temporalio/common';
import { failureCodes } from '../core/errors.ts';
import { limits } from '../core/limits.ts';

/**
 * @param bound.ms how long it may take
 * @param bound.name what the error of a time-out calls it
 * @throws whatever the hook throws; a time-out as `NAME did not answer within N ms`
 */
export async function boundedHook<T>(
  hook: (signal: AbortSignal) => Promise<T> | T,
  bound: { readonly name: string; readonly ms: number; readonly parent: AbortSignal },
): Promise<T> {
  const { name, ms, parent } = bound;
  const timer = new AbortController();
  const signal = AbortSignal.any([timer.signal, parent]);
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener(
      'abort',
      () => {
        reject(asError(signal.reason));
      },
      { once: true },
    );
  });
  late.catch(() => undefined);
  const timeout = setTimeout(() => {
    timer.abort(new Error(`${name} did not answer within ${String(ms)} ms`));
  }, ms);
  try {
    signal.throwIfAborted();
    return await Promise.race([(async () => hook(signal))(), late]);
  } finally {
    clearTimeout(timeout);
  }
}

/** What `work` settles with, or the signal's reason as soon as that aborts: nobody waits for work that ignores it. */
export async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => {
    reject(asError(signal.reason));
  };
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** What was thrown, as an Error; a bare value becomes its text. */
function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(thrownText(thrown));
}

/**
 * The text, of bounded length, of anything that can be thrown, even of what refuses to be a text. It is well-formed: half
 * of a surrogate pair in the text of a failure ends the whole worker.
 */
export function thrownText(thrown: unknown): string {
  try {
    const text = String(thrown instanceof Error ? thrown.message : thrown);
    return text.slice(0, limits.thrownText).toWellFormed();
  } catch {
    return 'a value that cannot be shown was thrown';
  }
}

/**
 * What a hook threw, as the failure of its activity. Its text alone: what user code throws may have no form that the
 * engine can record. Tried again, unless it is an ApplicationFailure that says otherwise.
 * @param start stands before the text
 */
export function hookFailure(thrown: unknown, start = ''): ApplicationFailure {
  const message = start + thrownText(thrown).slice(0, limits.refusalText);
  return ApplicationFailure.create({ message, type: failureCodes.hookFailed, nonRetryable: isLasting(thrown) });
}

function isLasting(thrown: unknown): boolean {
  try {
    return thrown instanceof ApplicationFailure && thrown.nonRetryable === true;
  } catch {
    return false;
  }
}
