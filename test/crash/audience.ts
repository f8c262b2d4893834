/** A client process as the harness sees it: which sessions it follows, and what it has told of each. */
import { once } from 'node:events';
import { EventEmitter } from 'node:events';
import type { AgentEvent } from '../../src/client/index.ts';
import { startChild } from './child.ts';
import type { Child } from './child.ts';
import type { FollowNews, FollowOrder } from './client-process.ts';
import type { Field } from './field.ts';
import { promptOf } from './round.ts';
import type { Round } from './round.ts';

export class Audience {
  readonly seen = new Map<string, AgentEvent[]>();
  readonly complaints = new Map<string, string>();
  readonly #news = new EventEmitter();
  readonly #child: Child;

  constructor({ home, address, namespace }: Field) {
    this.#news.setMaxListeners(0);
    this.#child = startChild('client-process.ts', {
      argument: { home, address, namespace },
      onLine: (line) => {
        if (line.startsWith('{')) this.#take(JSON.parse(line) as FollowNews);
      },
    });
  }

  async ready(): Promise<void> {
    await this.#child.said('up');
  }

  /** Has the client prompt and follow a round's session, or only follow it. */
  follow({ round, agent, what }: { readonly round: Round; readonly agent: string; readonly what: string }): void {
    const { session } = round;
    const order: FollowOrder = { session, agent, ...(what === 'prompt' ? { prompt: promptOf(round) } : {}) };
    this.seen.set(session, []);
    this.#child.say(JSON.stringify(order));
  }

  ended(session: string): boolean {
    return this.complaints.has(session) || this.seen.get(session)?.at(-1)?.type === 'agent_end';
  }

  /** Resolves when an event of this type was seen, or the run ended without. */
  async saw(session: string, type: AgentEvent['type']): Promise<void> {
    while (!this.ended(session) && !this.seen.get(session)?.some((event) => event.type === type)) {
      await once(this.#news, 'news');
    }
  }

  kill(): Promise<void> {
    return this.#child.kill();
  }

  #take({ session, event, failed }: FollowNews): void {
    if (event !== undefined) this.seen.get(session)?.push(event);
    if (failed !== undefined) this.complaints.set(session, failed);
    this.#news.emit('news');
  }
}
