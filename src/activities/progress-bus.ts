/**
 * Keeps the newest progress of running calls for followers in the same process. Bounded in number and size; losing an
 * update is allowed, growing is not.
 */
import { limits } from '../core/limits.ts';
import type { ToolProgress } from '../core/events.ts';
import { plainJson } from '../core/plain-json.ts';
import type { ProgressSource } from '../core/progress.ts';
import type { ToolResult } from '../agent/index.ts';

const CALLS = 1_000;

export class ProgressBus implements ProgressSource {
  readonly #calls = new Map<string, ToolProgress[]>();
  readonly #listeners = new Set<(callId: string) => void>();

  /**
   * Publishes one update and returns it; what is not JSON or too large is dropped. Never throws.
   * @param from.after the last sequence that is known of; an earlier attempt may have had it in another process
   */
  publish(
    callId: string,
    partial: ToolResult,
    { attempt, after }: { readonly attempt: number; readonly after: number },
  ): ToolProgress | undefined {
    const plain = plainJson(partial, 'partial', 'dates');
    if (plain.kind === 'unfit' || plain.bytes > limits.progressBytes || !isObject(plain.value)) return undefined;
    const kept = this.#kept(callId);
    const sequence = Math.max(kept.at(-1)?.sequence ?? 0, after) + 1;
    const { content = [], details } = plain.value as Partial<ToolProgress>;
    const update = { attempt, sequence, content, ...(details === undefined ? {} : { details }) };
    kept.push(update);
    if (kept.length > limits.progressKept) kept.shift();
    for (const listener of this.#listeners) listener(callId);
    return update;
  }

  since(callId: string, sequence: number): readonly ToolProgress[] {
    return (this.#calls.get(callId) ?? []).filter((update) => update.sequence > sequence);
  }

  subscribe(listener: (callId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #kept(callId: string): ToolProgress[] {
    const kept = this.#calls.get(callId);
    if (kept !== undefined) return kept;
    const fresh: ToolProgress[] = [];
    this.#calls.set(callId, fresh);
    for (const oldest of this.#calls.keys()) {
      if (this.#calls.size <= CALLS) break;
      this.#calls.delete(oldest);
    }
    return fresh;
  }
}

/** A tool without types may call any value an update. */
function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
