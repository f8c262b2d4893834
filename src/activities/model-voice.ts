/**
 * What a model says while it answers: published for followers in this process a few times a second, and its end told
 * with the heartbeats, for followers elsewhere. Never needed for correctness.
 */
import type { ModelProgress } from '../core/events.ts';
import { limits } from '../core/limits.ts';
import type { ModelDelta } from '../core/model.ts';
import type { ToldProgress } from '../core/progress.ts';
import { readTold } from '../core/progress.ts';
import type { ProgressBus } from './progress-bus.ts';

export interface VoiceOptions {
  readonly channel: string;
  readonly attempt: number;
  /** The details of the newest heartbeat of earlier attempts: anything. */
  readonly told: unknown;
}

type Kind = ModelDelta['kind'];

export class ModelVoice {
  readonly #bus: ProgressBus;
  readonly #close: () => void;
  readonly #options: VoiceOptions;
  /** Characters of each kind that were published. */
  readonly #said: Record<Kind, number> = { text: 0, thinking: 0 };
  #waiting: { readonly kind: Kind; text: string } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #sequence: number;
  #last: ModelProgress | undefined;

  constructor(bus: ProgressBus, options: VoiceOptions) {
    this.#bus = bus;
    this.#options = options;
    this.#close = bus.open(options.channel);
    this.#sequence = readTold(options.told).sequence;
  }

  /** Takes a piece; what is no text is dropped. Never throws. */
  hear({ kind, text }: ModelDelta): void {
    if (typeof text !== 'string' || text === '' || !(kind in this.#said)) return;
    if (this.#waiting !== undefined && this.#waiting.kind !== kind) this.#publish();
    if (this.#waiting === undefined) this.#waiting = { kind, text };
    else this.#waiting.text += text;
    this.#timer ??= setTimeout(() => {
      this.#publish();
    }, limits.modelPause);
  }

  /** What a heartbeat says. */
  told(): ToldProgress {
    this.#publish();
    const sequence = this.#sequence;
    return this.#last === undefined ? { sequence } : { sequence, last: this.#last };
  }

  /** Nothing is published any more: the message itself is there, or there will be none. */
  end(): void {
    clearTimeout(this.#timer);
    this.#waiting = undefined;
    this.#close();
  }

  #publish(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting === undefined) return;
    const { kind, text } = this.#waiting;
    this.#waiting = undefined;
    const { channel, attempt } = this.#options;
    this.#sequence = Math.max(this.#sequence, this.#bus.sequence(channel)) + 1;
    const update = { attempt, sequence: this.#sequence, kind, offset: this.#said[kind], text };
    this.#said[kind] += text.length;
    this.#bus.publish(channel, update);
    this.#last = endOf(update, this.#last);
  }
}

/** The update with what was said right before it, as far as a heartbeat carries it. */
function endOf(update: ModelProgress, before: ModelProgress | undefined): ModelProgress {
  const earlier = before?.kind === update.kind ? before.text : '';
  const text = (earlier + update.text).slice(-limits.modelTail);
  return { ...update, text, offset: update.offset + update.text.length - text.length };
}
