/**
 * The transcript store in files: one content-addressed file per commit, `transcript/ab/cdef….json` under the home folder.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { canonicalJson, sha256Hex } from '../core/canonical.ts';
import type { Message } from '../core/messages.ts';
import type { TranscriptEntry, TranscriptStore } from '../core/transcript.ts';
import { HeadCache } from './head-cache.ts';
import { readObject } from './read-object.ts';
import { StoreError } from './store-error.ts';
import { writeFileDurably } from './write-file.ts';

/** @param home an existing folder; `transcript/` in it is made when first needed */
export function fileTranscriptStore(home: string): TranscriptStore {
  const root = path.join(home, 'transcript');
  const cache = new HeadCache();

  return {
    async append(entry) {
      const head = nameOf(entry);
      const file = objectFile(root, head);
      // As it was given, not in canonical form: what is read again must be what was appended, to the order of its keys.
      if (!existsSync(file)) await writeFileDurably(file, JSON.stringify(entry));
      const before = entry.prev === null ? [] : cache.get(entry.prev);
      if (before !== undefined) cache.put(head, [...before, ...entry.messages]);
      return head;
    },

    async read(head) {
      const messages = await readChain(root, head, cache);
      if (head !== null) cache.put(head, messages);
      return messages;
    },
  };
}

/** Walks back until the first entry or a cached head. */
async function readChain(root: string, head: string | null, cache: HeadCache): Promise<readonly Message[]> {
  const newest: (readonly Message[])[] = [];
  for (let at = head; at !== null;) {
    const known = cache.get(at);
    if (known !== undefined) {
      newest.push(known);
      break;
    }
    const entry = await readEntry(root, at);
    newest.push(entry.messages);
    at = entry.prev;
  }
  return newest.reverse().flat();
}

async function readEntry(root: string, name: string): Promise<TranscriptEntry> {
  const text = await readObject(objectFile(root, name), { kind: 'Transcript object', name });
  const entry = parsed(text);
  if (entry === undefined || nameOf(entry) !== name) {
    throw new StoreError('damaged', name, `Transcript object ${name} is damaged: its content has another hash.`);
  }
  return entry;
}

function parsed(text: string): TranscriptEntry | undefined {
  try {
    return JSON.parse(text) as TranscriptEntry;
  } catch {
    return undefined;
  }
}

function nameOf(entry: TranscriptEntry): string {
  return sha256Hex(canonicalJson(entry));
}

function objectFile(root: string, name: string): string {
  return path.join(root, name.slice(0, 2), `${name.slice(2)}.json`);
}
