/** The store's door: where transcripts and keys are kept. */
export { fileStore } from './file-store.ts';
export { existingHome, findHome } from './home.ts';
export { loadGrantKeys } from './grant-keys.ts';
export type { GrantKey, GrantKeys } from './grant-keys.ts';
export { StoreError } from './store-error.ts';
export type { ObjectStore } from '../core/objects.ts';
export type { Receipt, ReceiptStore } from '../core/receipts.ts';
export type { Store } from '../core/store.ts';
export type { TranscriptEntry, TranscriptStore } from '../core/transcript.ts';
