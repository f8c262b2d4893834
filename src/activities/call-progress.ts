/**
 * The progress of one attempt of a call: published for followers, and told with the heartbeats, so that the next attempt
 * of a `safe` tool knows how far this one came. Never needed for correctness.
 */
import type { ToolProgress } from '../core/events.ts';
import { limits } from '../core/limits.ts';
import { jsonBytes } from '../core/plain-json.ts';
import type { ToolResult } from '../agent/index.ts';
import type { ProgressBus } from './progress-bus.ts';

/** What heartbeats carry of a `safe` tool. Without `last` if there is none, or the agent has an after hook. */
interface ToldProgress {
  readonly sequence: number;
  readonly last?: ToolProgress;
}

export interface ProgressOptions {
  readonly callId: string;
  readonly attempt: number;
  /** The details of the newest heartbeat of earlier attempts: anything. */
  readonly told: unknown;
  /** `number`: heartbeats must not carry what a tool says, as the after hook has not seen it. */
  readonly beats: 'content' | 'number';
}

export class CallProgress {
  /** The newest progress of earlier attempts that the server was told of. */
  readonly before: ToolProgress | undefined;
  readonly #bus: ProgressBus;
  readonly #options: ProgressOptions;
  #sequence: number;
  #last: ToolProgress | undefined;

  constructor(bus: ProgressBus, options: ProgressOptions) {
    const { sequence, last } = readTold(options.told);
    this.#bus = bus;
    this.#options = options;
    this.#sequence = sequence;
    this.#last = last;
    this.before = last;
  }

  /** Takes one update; what is not JSON or too large is dropped. Never throws. */
  update(partial: ToolResult): void {
    const { callId, attempt } = this.#options;
    const update = this.#bus.publish(callId, partial, { attempt, after: this.#sequence });
    if (update === undefined) return;
    this.#sequence = update.sequence;
    if (jsonBytes(update) <= limits.heartbeatBytes) this.#last = update;
  }

  /** What a heartbeat says; earlier attempts count until there is something newer. */
  told(): ToldProgress {
    const sequence = this.#sequence;
    return this.#last === undefined || this.#options.beats === 'number' ? { sequence } : { sequence, last: this.#last };
  }
}

/** Another version of the product, or a tool with other rules, may have told it. */
function readTold(told: unknown): ToldProgress {
  const { sequence, last } = (typeof told === 'object' && told !== null ? told : {}) as Partial<ToldProgress>;
  if (typeof sequence !== 'number') return { sequence: 0 };
  return last !== undefined && Array.isArray(last.content) ? { sequence, last } : { sequence };
}
