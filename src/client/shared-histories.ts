/**
 * One long poll for each history that is followed, however many follow it in this process. The newest facts are kept for
 * all of them, bounded; who comes late or falls behind reads the older ones itself.
 */
import type { Client } from '@temporalio/client';
import type { Fact } from '../core/facts.ts';
import { limits } from '../core/limits.ts';
import type { ExecutionRef } from './history.ts';
import { historyFacts } from './history.ts';

interface Kept {
  readonly facts: number;
  readonly bytes: number;
}

export class SharedHistories {
  readonly #client: Client;
  readonly #keep: Kept;
  readonly #tails = new Map<string, Tail>();

  /** @param keep how many facts of one history, and bytes of them, are kept for all */
  constructor(client: Client, keep: Kept = { facts: limits.followedFacts, bytes: limits.followedBytes }) {
    this.#client = client;
    this.#keep = keep;
  }

  /**
   * The facts of one execution, from its first, live: ends when it is closed, or quietly when `signal` aborts. Nothing is
   * read ahead of the fastest of its followers.
   */
  async *follow(ref: Required<ExecutionRef>, signal: AbortSignal): AsyncGenerator<Fact> {
    const key = `${ref.workflowId} ${ref.runId}`;
    const tail = this.#tails.get(key) ?? new Tail(this.#client, ref, this.#keep);
    this.#tails.set(key, tail);
    tail.followers += 1;
    try {
      yield* this.#read(ref, tail, signal);
    } finally {
      tail.followers -= 1;
      if (tail.followers === 0) {
        tail.stop();
        this.#tails.delete(key);
      }
    }
  }

  async *#read(ref: Required<ExecutionRef>, tail: Tail, signal: AbortSignal): AsyncGenerator<Fact> {
    let last = 0;
    while (!signal.aborted) {
      if (last < tail.dropped) {
        for await (const fact of historyFacts(this.#client, ref, { wait: 'recorded', signal })) {
          if (fact.id <= last) continue;
          last = fact.id;
          yield fact;
          if (last >= tail.dropped) break;
        }
        continue;
      }
      const fact = tail.after(last);
      if (fact !== undefined) {
        last = fact.id;
        yield fact;
      } else if (tail.isOver()) return;
      else await tail.grown(signal);
    }
  }
}

/** The newest facts of one history. */
class Tail {
  followers = 0;
  /** The id of the last fact that is not kept any more. */
  dropped = 0;
  readonly #keep: Kept;
  readonly #facts: { readonly fact: Fact; readonly weight: number }[] = [];
  readonly #source: AsyncGenerator<Fact>;
  readonly #stopped = new AbortController();
  #weight = 0;
  #over: 'no' | 'yes' = 'no';
  #growing: Promise<void> | undefined;

  constructor(client: Client, ref: ExecutionRef, keep: Kept) {
    this.#keep = keep;
    this.#source = historyFacts(client, ref, { wait: 'live', signal: this.#stopped.signal });
  }

  isOver(): boolean {
    return this.#over === 'yes';
  }

  after(id: number): Fact | undefined {
    let [low, high] = [0, this.#facts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#facts[middle]?.fact.id ?? 0) > id) high = middle;
      else low = middle + 1;
    }
    return this.#facts[low]?.fact;
  }

  /** Resolves when there is more, or no more, or the signal aborts. @throws as {@link historyFacts} */
  grown(signal: AbortSignal): Promise<void> {
    if (this.#growing === undefined) {
      // What ends it in an error stays there for everyone who comes to this place.
      this.#growing = this.#grow().then(() => {
        this.#growing = undefined;
      });
      this.#growing.catch(() => undefined);
    }
    return untilAborted(this.#growing, signal);
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #grow(): Promise<void> {
    const next = await this.#source.next();
    if (next.done === true) {
      this.#over = 'yes';
      return;
    }
    const weight = JSON.stringify(next.value).length;
    this.#facts.push({ fact: next.value, weight });
    this.#weight += weight;
    while (this.#facts.length > this.#keep.facts || (this.#weight > this.#keep.bytes && this.#facts.length > 1)) {
      const oldest = this.#facts.shift();
      this.dropped = oldest?.fact.id ?? this.dropped;
      this.#weight -= oldest?.weight ?? 0;
    }
  }
}

/** The wait ends with the signal, what is waited for goes on for others. */
async function untilAborted(growing: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const end = (): void => {
    resolve(undefined);
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    await Promise.race([growing, promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
