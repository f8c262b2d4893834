/** The store's door: where transcripts and keys are kept. */
export { fileTranscriptStore } from './file-transcript.ts';
export { findHome } from './home.ts';
export { loadGrantKeys } from './grant-keys.ts';
export type { GrantKey, GrantKeys } from './grant-keys.ts';
export { StoreError } from './store-error.ts';
export type { TranscriptEntry, TranscriptStore } from '../core/transcript.ts';
