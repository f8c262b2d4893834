/**
 * Reads the batch that a head ends with: its assistant message and the transcript before it.
 */
import type { AssistantMessage } from '../core/messages.ts';
import type { TranscriptStore } from '../core/transcript.ts';
import { StoreError } from '../store/index.ts';
import type { BatchMessages } from './before-hook.ts';

/** @throws StoreError if the transcript at `head` does not end with an assistant message */
export async function readBatch(store: TranscriptStore, head: string): Promise<BatchMessages> {
  const transcript = await store.read(head);
  return { assistant: lastAssistant(transcript.at(-1), head), messages: () => Promise.resolve(transcript) };
}

function lastAssistant(message: { readonly role: string } | undefined, head: string): AssistantMessage {
  if (message?.role !== 'assistant') {
    throw new StoreError('damaged', head, `Transcript ${head} does not end with an assistant message.`);
  }
  return message as AssistantMessage;
}
