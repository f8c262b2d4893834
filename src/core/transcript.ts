/**
 * The port to the transcript store: content-addressed entries that form a chain. A head names a whole transcript.
 */
import type { Message } from './messages.ts';

/** One commit. Its name is the SHA-256 of its canonical JSON (RFC 8785). */
export interface TranscriptEntry {
  readonly prev: string | null;
  readonly messages: readonly Message[];
}

export interface TranscriptStore {
  /** Appends durably and gives the new head. Idempotent: the same entry has the same name. */
  append(entry: TranscriptEntry): Promise<string>;
  /**
   * All messages from the first entry to `head`, oldest first; `null` is the empty transcript.
   * @throws StoreError naming the object that is missing or damaged
   */
  read(head: string | null): Promise<readonly Message[]>;
}
