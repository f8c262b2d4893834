/**
 * Hands messages to sessions one after the other, so that they arrive in the order in which one process sends them. The
 * engine takes ten open updates of one workflow and turns others away for a while: hundreds at once would keep each
 * other from ever getting in.
 */
import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';

export class Outbox {
  readonly #lines = new Map<string, LimitFunction>();

  /** Sends when it is this message's turn. A line that nobody waits in is forgotten. */
  async send<T>(session: string, send: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(session) ?? pLimit(1);
    this.#lines.set(session, line);
    try {
      return await line(send);
    } finally {
      if (line.activeCount + line.pendingCount === 0 && this.#lines.get(session) === line) this.#lines.delete(session);
    }
  }
}
