/** The store in files under a home folder: transcripts, big values and receipts. */
import type { Store } from '../core/store.ts';
import { fileObjectStore } from './file-objects.ts';
import { fileReceiptStore } from './file-receipts.ts';
import { fileTranscriptStore } from './file-transcript.ts';

/** @param home an existing folder */
export function fileStore(home: string): Store {
  return { ...fileTranscriptStore(home), objects: fileObjectStore(home), receipts: fileReceiptStore(home) };
}
