/** Reads the whole of a result of which the model and the transcript have an excerpt. */
import type { CallResult } from '../core/calls.ts';
import { findStored } from '../core/stored-result.ts';
import { ClientError } from './client-error.ts';
import type { SessionDeps } from './session-deps.ts';
import { readRecord } from './session-record.ts';

/** What the tool returned, after the after hook. */
export type KeptResult = Pick<CallResult, 'content' | 'details'>;

export async function readKeptResult({ client, store, id }: SessionDeps, reference: string): Promise<KeptResult> {
  const { head } = await readRecord(client, id);
  const stored = findStored(await store.read(head), reference);
  if (stored === undefined) {
    const text = `Session "${id}" keeps no result "${reference}": give the reference that the note in a result names.`;
    throw new ClientError('InvalidInput', text);
  }
  return JSON.parse(await store.objects.get(stored.object)) as KeptResult;
}
