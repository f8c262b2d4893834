/** What workers, clients and audits of a session share: its transcript and the receipts of its calls. */
import type { ReceiptStore } from './receipts.ts';
import type { TranscriptStore } from './transcript.ts';

export interface Store extends TranscriptStore {
  readonly receipts: ReceiptStore;
}
