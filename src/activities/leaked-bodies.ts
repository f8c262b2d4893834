/** Counts bodies of tools that were given up and go on: each holds memory, and perhaps the world, of its worker. */
import { Context } from '@temporalio/activity';

export class LeakedBodies {
  readonly #most: number;
  readonly #full = new AbortController();
  #count = 0;
  #last = '';

  /** @param most from so many on, the worker should end */
  constructor(most: number) {
    this.#most = most;
  }

  get count(): number {
    return this.#count;
  }

  /** Aborts once there are too many. */
  get full(): AbortSignal {
    return this.#full.signal;
  }

  /** Inside the activity of the call. @param ended settles when the body does */
  add(tool: string, ended: Promise<unknown>): void {
    this.#count++;
    this.#last = tool;
    const ignored = `Tool "${tool}" ignored its signal and goes on; such bodies here: ${String(this.#count)}`;
    Context.current().log.warn(ignored);
    void ended.finally(() => this.#count--);
    if (this.#count >= this.#most) this.#full.abort();
  }

  /** @throws once there were too many: a worker that has drained for it did not end well */
  complain(): void {
    if (!this.#full.signal.aborted) return;
    throw new Error(
      `${String(this.#most)} tool bodies ignored their signal and never ended, the last of tool "${this.#last}": ` +
        'the worker has ended so that it is started anew.',
    );
  }
}
