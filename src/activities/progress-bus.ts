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

  /** Publishes one update; what is not JSON or too large is dropped. Never throws. */
  publish(callId: string, attempt: number, partial: ToolResult): void {
    const plain = plainJson(partial, 'partial', 'dates');
    if (plain.kind === 'unfit' || plain.bytes > limits.progressBytes) return;
    const kept = this.#kept(callId);
    const sequence = (kept.at(-1)?.sequence ?? 0) + 1;
    const { content = [], details } = plain.value as Partial<ToolProgress>;
    kept.push({ attempt, sequence, content, ...(details === undefined ? {} : { details }) });
    if (kept.length > limits.progressKept) kept.shift();
    for (const listener of this.#listeners) listener(callId);
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
