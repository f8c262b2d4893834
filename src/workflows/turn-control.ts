/**
 * Which calls of the turn were told to stop, by whom: the one place that holds the scopes of running calls. Decides
 * nothing about results.
 */
import { CancellationScope } from '@temporalio/workflow';

export class TurnControl {
  readonly #running = new Map<number, CancellationScope>();
  readonly #cancelled = new Set<number>();
  #interrupted = false;

  /** Ends one call, now or when its turn comes. */
  cancelCall(index: number): void {
    this.#cancelled.add(index);
    this.#running.get(index)?.cancel();
  }

  /** Ends every call of the batch that has no result yet. */
  interrupt(): void {
    this.#interrupted = true;
    for (const scope of this.#running.values()) scope.cancel();
  }

  /** Must this call not be started any more? Also true once the run was aborted. */
  isStopped(index: number): boolean {
    return this.#interrupted || this.#cancelled.has(index) || CancellationScope.current().consideredCancelled;
  }

  /** Runs a step of a call so that `cancelCall`, `interrupt` and an abort reach it. */
  async run<T>(index: number, step: () => Promise<T>): Promise<T> {
    const scope = new CancellationScope();
    this.#running.set(index, scope);
    try {
      return await scope.run(step);
    } finally {
      this.#running.delete(index);
    }
  }
}
