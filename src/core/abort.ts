/**
 * The few members of AbortSignal that the pure code needs, so that core stays free of DOM and Node types.
 * A real `AbortSignal` fits.
 */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
