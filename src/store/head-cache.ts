/**
 * Keeps the transcripts of the newest heads in memory, so that a worker that ran the last turn reads nothing.
 * Never the truth: a lost entry is read again.
 */
import type { Message } from '../core/messages.ts';

const HEADS = 64;

export class HeadCache {
  readonly #heads = new Map<string, readonly Message[]>();

  get(head: string): readonly Message[] | undefined {
    const messages = this.#heads.get(head);
    if (messages === undefined) return undefined;
    this.#heads.delete(head);
    this.#heads.set(head, messages);
    return messages;
  }

  put(head: string, messages: readonly Message[]): void {
    this.#heads.delete(head);
    this.#heads.set(head, messages);
    for (const oldest of this.#heads.keys()) {
      if (this.#heads.size <= HEADS) break;
      this.#heads.delete(oldest);
    }
  }
}
