/**
 * The progress of one attempt of a call: published for followers in this process, and told with the heartbeats, for
 * followers elsewhere and so that the next attempt of a `safe` tool knows how far this one came.
 */
import type { ToolProgress } from '../core/events.ts';
import { limits } from '../core/limits.ts';
import { jsonBytes, plainJson } from '../core/plain-json.ts';
import type { ToldProgress } from '../core/progress.ts';
import { readTold } from '../core/progress.ts';
import type { ToolResult } from '../agent/index.ts';
import type { ProgressBus } from './progress-bus.ts';

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
  readonly #close: () => void;
  readonly #options: ProgressOptions;
  #sequence: number;
  #last: ToolProgress | undefined;

  constructor(bus: ProgressBus, options: ProgressOptions) {
    const { sequence, last } = readTold(options.told);
    this.#bus = bus;
    this.#options = options;
    this.#close = bus.open(options.callId);
    this.#sequence = sequence;
    this.before = last !== undefined && 'content' in last ? last : undefined;
    this.#last = this.before;
  }

  /** Takes one update; what is not JSON or too large is dropped. Never throws. */
  update(partial: ToolResult): void {
    const { callId, attempt } = this.#options;
    const said = readPartial(partial);
    if (said === undefined) return;
    this.#sequence = Math.max(this.#sequence, this.#bus.sequence(callId)) + 1;
    const update = { attempt, sequence: this.#sequence, ...said };
    this.#bus.publish(callId, update);
    if (jsonBytes(update) <= limits.heartbeatBytes) this.#last = update;
  }

  /** The attempt is over. */
  end(): void {
    this.#close();
  }

  /** What a heartbeat says; earlier attempts count until there is something newer. */
  told(): ToldProgress {
    const sequence = this.#sequence;
    return this.#last === undefined || this.#options.beats === 'number' ? { sequence } : { sequence, last: this.#last };
  }
}

/** A tool without types may call any value an update. */
function readPartial(partial: ToolResult): Pick<ToolProgress, 'content' | 'details'> | undefined {
  const plain = plainJson(partial, 'partial', 'dates');
  if (plain.kind === 'unfit' || plain.bytes > limits.progressBytes) return undefined;
  if (typeof plain.value !== 'object' || plain.value === null) return undefined;
  const { content = [], details } = plain.value as Partial<ToolProgress>;
  return { content, ...(details === undefined ? {} : { details }) };
}
