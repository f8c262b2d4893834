/** The operator of a volley: approves whatever waits in its sessions, also while half of the world is away. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Audience } from './audience.ts';
import type { Field } from './field.ts';
import type { Round } from './round.ts';

export class Approver {
  readonly #field: Field;
  readonly #audience: Audience;
  readonly #loops = new Map<string, Promise<void>>();
  #stopped = false;

  constructor(field: Field, audience: Audience) {
    this.#field = field;
    this.#audience = audience;
  }

  /** From now on until the round's run has ended, or {@link stop}. */
  start({ session }: Round): void {
    if (!this.#loops.has(session)) this.#loops.set(session, this.#approve(session));
  }

  /** Resolves when it asks for nothing any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#loops.values());
  }

  async #approve(session: string): Promise<void> {
    const { client } = this.#field;
    while (!this.#stopped && !this.#audience.ended(session)) {
      try {
        for (const { id } of await client.approvals(session)) {
          await client.approve(id, { by: 'operator', deadline: 1_000 });
        }
      } catch {
        // The session is not there yet, or the server is away.
      }
      await delay(100);
    }
  }
}
