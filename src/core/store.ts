/** What workers, clients and audits of a session share: its transcript, its big values and the receipts of its calls. */
import type { ObjectStore } from './objects.ts';
import type { ReceiptStore } from './receipts.ts';
import type { TranscriptStore } from './transcript.ts';

export interface Store extends TranscriptStore {
  readonly objects: ObjectStore;
  readonly receipts: ReceiptStore;
}
