/**
 * The one AbortSignal that a tool gets: aborted by the run's cancellation, the tool's time-out or the worker's shutdown,
 * whichever comes first, with a reason that says which.
 */
import type { AbortKind } from '../agent/index.ts';
import { guardListeners } from './guarded-signal.ts';

/** `signal.reason` of a tool. Its name is `AbortError`, as libraries expect. */
class ToolAbort extends Error {
  override readonly name = 'AbortError';
  readonly kind: AbortKind;

  constructor(kind: AbortKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

export interface ToolSignal {
  readonly signal: AbortSignal;
  /** Why it was aborted, if it was. */
  abortKind(): AbortKind | undefined;
  /** Ends timers and listeners. */
  dispose(): void;
}

/**
 * @param engine the activity's own cancellation signal
 * @param bound.timeout milliseconds
 * @param bound.told hears what the tool's listeners threw
 */
export function toolSignal(
  engine: AbortSignal,
  { timeout, told }: { readonly timeout: number; readonly told: (error: unknown) => void },
): ToolSignal {
  const controller = new AbortController();
  guardListeners(controller.signal, told);
  const abort = (kind: AbortKind, message: string): void => {
    if (!controller.signal.aborted) controller.abort(new ToolAbort(kind, message));
  };
  const byEngine = (): void => {
    if (isShutdown(engine.reason)) abort('shutdown', 'The worker is shutting down.');
    else abort('cancelled', 'The call was cancelled.');
  };
  const timer = setTimeout(() => {
    abort('timeout', `The tool's time-out of ${String(timeout)} ms is over.`);
  }, timeout);
  if (engine.aborted) byEngine();
  else engine.addEventListener('abort', byEngine, { once: true });
  return {
    signal: controller.signal,
    abortKind: () => (controller.signal.reason instanceof ToolAbort ? controller.signal.reason.kind : undefined),
    dispose: () => {
      clearTimeout(timer);
      engine.removeEventListener('abort', byEngine);
    },
  };
}

/** The engine says why in the message of its reason. */
export function isShutdown(reason: unknown): boolean {
  return reason instanceof Error && reason.message === 'WORKER_SHUTDOWN';
}
