/**
 * What one activity has said to one follower: turns the updates that come from several sources into events, each once,
 * and marks where a later attempt begins anew.
 */
import type { AgentEvent, ModelProgress } from '../core/events.ts';
import type { TurnRef } from '../core/identity.ts';
import type { ProgressUpdate } from '../core/progress.ts';

type Start = Extract<AgentEvent, { type: 'tool_execution_start' }>;

type Stamp = Pick<Start, 'run' | 'turn' | 'index' | 'toolCallId' | 'toolName'>;

export class Utterance {
  /** The last sequence that was taken. */
  seen = 0;
  readonly #stamp: Pick<Stamp, 'run' | 'turn'> | Stamp;
  #attempt = 1;
  /** Characters of each kind that were heard in this attempt. */
  #heard = { text: 0, thinking: 0 };

  private constructor(stamp: Pick<Stamp, 'run' | 'turn'> | Stamp) {
    this.#stamp = stamp;
  }

  static ofModel({ run, turn }: TurnRef): Utterance {
    return new Utterance({ run, turn });
  }

  static ofCall({ run, turn, index, toolCallId, toolName }: Start): Utterance {
    return new Utterance({ run, turn, index, toolCallId, toolName });
  }

  /** The event for an update; none if it says nothing new. */
  take(update: ProgressUpdate): readonly AgentEvent[] {
    if (update.sequence <= this.seen) return [];
    this.seen = update.sequence;
    const reset = update.attempt > this.#attempt ? ({ reset: true } as const) : {};
    if (update.attempt > this.#attempt) this.#heard = { text: 0, thinking: 0 };
    this.#attempt = Math.max(this.#attempt, update.attempt);
    const at = Date.now();
    if ('content' in update) {
      if (!('index' in this.#stamp)) return [];
      return [{ ...this.#stamp, type: 'tool_execution_update', at, partial: { ...update, ...reset } }];
    }
    const unheard = this.#unheard(update);
    if (unheard.text === '') return [];
    const { run, turn } = this.#stamp;
    return [{ run, turn, type: 'message_update', at, update: { ...unheard, ...reset } }];
  }

  /** Heartbeats repeat what was said before. */
  #unheard(update: ModelProgress): ModelProgress {
    const known = Math.max(0, this.#heard[update.kind] - update.offset);
    this.#heard[update.kind] = Math.max(this.#heard[update.kind], update.offset + update.text.length);
    return { ...update, text: update.text.slice(known), offset: update.offset + Math.min(known, update.text.length) };
  }
}
