/**
 * The one way in which a model adapter says that a request failed. It must never carry a key or a header,
 * and it decides nothing about when to try again: the caller does.
 */
import type { Json } from '../../core/json.ts';
import type { ModelFailure } from '../../core/model.ts';

export interface ModelFailureOptions {
  readonly retryable: boolean;
  readonly status?: number | undefined;
  /** Milliseconds, from `Retry-After`. */
  readonly retryAfterMs?: number | undefined;
  readonly data?: Json | undefined;
}

/** Builds a {@link ModelFailure}; members that are undefined are left out. Never throws. */
export function modelFailure(message: string, options: ModelFailureOptions): ModelFailure {
  const { retryable, status, retryAfterMs, data } = options;
  return Object.assign(new Error(message), {
    name: 'ModelFailure' as const,
    retryable,
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(data === undefined ? {} : { data }),
  });
}

/** Whether a thrown value is a {@link ModelFailure}, by its shape. */
export function isModelFailure(value: unknown): value is ModelFailure {
  return value instanceof Error && value.name === 'ModelFailure' && 'retryable' in value;
}
