/**
 * Progress, which travels outside history: the port to what one process knows of it, and what heartbeats carry of it to
 * others. Best effort, bounded, never needed for correctness.
 */
import type { ModelProgress, ToolProgress } from './events.ts';

export type ProgressUpdate = ModelProgress | ToolProgress;

/** A channel is an activity of a turn: the turn's workflow id, `/` and the activity's id. A call's is its readable id. */
export interface ProgressSource {
  /** Updates of one channel that are still kept and come after a sequence, oldest first. */
  since(channel: string, sequence: number): readonly ProgressUpdate[];
  /** Whether the channel's activity runs in this process. */
  isHere(channel: string): boolean;
  /** Calls `listener` at every new update of any channel. @returns stop listening */
  subscribe(listener: (channel: string) => void): () => void;
}

/** What a heartbeat says. Without `last` if nothing was said yet, or what is said must not be recorded. */
export interface ToldProgress {
  readonly sequence: number;
  readonly last?: ProgressUpdate;
}

/** Reads the details of a heartbeat: another version of the product may have written them. */
export function readTold(told: unknown): ToldProgress {
  const { sequence, last } = (typeof told === 'object' && told !== null ? told : {}) as Partial<ToldProgress>;
  if (typeof sequence !== 'number') return { sequence: 0 };
  return isUpdate(last) ? { sequence, last } : { sequence };
}

function isUpdate(last: unknown): last is ProgressUpdate {
  if (typeof last !== 'object' || last === null) return false;
  const { attempt, sequence } = last as Partial<ProgressUpdate>;
  if (typeof attempt !== 'number' || typeof sequence !== 'number') return false;
  if ('content' in last) return Array.isArray(last.content);
  return 'text' in last && typeof last.text === 'string' && 'offset' in last && typeof last.offset === 'number';
}
