/**
 * Keeps the newest progress of what runs in this process for followers that are in it too. Bounded in number; losing an
 * update is allowed, growing is not.
 */
import { limits } from '../core/limits.ts';
import type { ProgressSource, ProgressUpdate } from '../core/progress.ts';

const CHANNELS = 1_000;

export class ProgressBus implements ProgressSource {
  readonly #channels = new Map<string, ProgressUpdate[]>();
  /** What runs, and how often: an attempt that was given up may go on beside the next one. */
  readonly #running = new Map<string, number>();
  readonly #listeners = new Set<(channel: string) => void>();

  /** The channel's activity begins here. @returns it has ended */
  open(channel: string): () => void {
    this.#running.set(channel, (this.#running.get(channel) ?? 0) + 1);
    return () => {
      const left = (this.#running.get(channel) ?? 1) - 1;
      if (left > 0) this.#running.set(channel, left);
      else this.#running.delete(channel);
    };
  }

  isHere(channel: string): boolean {
    return this.#running.has(channel);
  }

  /** The last sequence that is kept of a channel; 0 if nothing is. */
  sequence(channel: string): number {
    return this.#channels.get(channel)?.at(-1)?.sequence ?? 0;
  }

  /** Publishes one update, whose size its caller has bounded. */
  publish(channel: string, update: ProgressUpdate): void {
    const kept = this.#kept(channel);
    kept.push(update);
    if (kept.length > limits.progressKept) kept.shift();
    for (const listener of this.#listeners) listener(channel);
  }

  since(channel: string, sequence: number): readonly ProgressUpdate[] {
    return (this.#channels.get(channel) ?? []).filter((update) => update.sequence > sequence);
  }

  subscribe(listener: (channel: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #kept(channel: string): ProgressUpdate[] {
    const kept = this.#channels.get(channel);
    if (kept !== undefined) return kept;
    const fresh: ProgressUpdate[] = [];
    this.#channels.set(channel, fresh);
    for (const oldest of this.#channels.keys()) {
      if (this.#channels.size <= CHANNELS) break;
      this.#channels.delete(oldest);
    }
    return fresh;
  }
}
