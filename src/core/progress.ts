/**
 * The port for a tool's progress inside one process. Best effort, bounded, never needed for correctness.
 */
import type { ToolProgress } from './events.ts';

export interface ProgressSource {
  /** Updates of one call that are still kept, oldest first. */
  since(callId: string, sequence: number): readonly ToolProgress[];
  /** Calls `listener` at every new update of any call. @returns stop listening */
  subscribe(listener: (callId: string) => void): () => void;
}
