/**
 * The transcript store in files: one content-addressed file per commit, `transcript/ab/cdef….json` under the home folder.
 */
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { canonicalJson } from '../core/canonical.ts';
import type { Message } from '../core/messages.ts';
import type { TranscriptEntry, TranscriptStore } from '../core/transcript.ts';
import { STRIDE, keepNames, namesBefore } from './chain-names.ts';
import { HeadCache } from './head-cache.ts';
import { readObject } from './read-object.ts';
import { StoreError } from './store-error.ts';
import { writeFileDurably } from './write-file.ts';

interface Commit {
  readonly name: string;
  readonly entry: TranscriptEntry;
}

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
      cache.append(head, entry);
      const names = cache.stretch(head, STRIDE);
      if (names !== undefined) await keepNames(file, names);
      return head;
    },

    async read(head) {
      if (head === null) return [];
      const { before, commits } = await readChain(root, head, cache);
      for (const { name, entry } of commits) {
        cache.append(name, entry);
        const names = cache.stretch(name, STRIDE);
        if (names !== undefined) await keepNames(objectFile(root, name), names);
      }
      return [...before, ...commits.flatMap(({ entry }) => entry.messages)];
    },
  };
}

/** Walks back until the first commit or one that is cached, whose transcript is `before`. `commits`: oldest first. */
async function readChain(
  root: string,
  head: string,
  cache: HeadCache,
): Promise<{ readonly before: readonly Message[]; readonly commits: readonly Commit[] }> {
  const newest: Commit[] = [];
  for (let at: string | null = head; at !== null;) {
    const before = cache.get(at);
    if (before !== undefined) return { before, commits: newest.reverse() };
    for (const commit of await readBack(root, at, cache)) {
      newest.push(commit);
      at = commit.entry.prev;
    }
  }
  return { before: [], commits: newest.reverse() };
}

/** Reads one commit, or many at a time where the names of those before it are kept. Newest first. */
async function readBack(root: string, name: string, cache: HeadCache): Promise<readonly Commit[]> {
  const names = await namesBefore(objectFile(root, name));
  const ahead = names.filter((other) => !cache.has(other));
  const read = await Promise.allSettled([name, ...ahead].map((other) => readCommit(root, other)));
  const commits: Commit[] = [];
  for (const one of read) {
    const expected = commits.length === 0 ? name : commits.at(-1)?.entry.prev;
    if (one.status === 'fulfilled' && one.value.name === expected) {
      commits.push(one.value);
    } else if (commits.length > 0) {
      // What the names say is wrong or cannot be read: the rest is read one by one, which says what is wrong with it.
      return commits;
    } else {
      throw one.status === 'rejected' ? one.reason : new Error(`${name} was read as another object`);
    }
  }
  return commits;
}

async function readCommit(root: string, name: string): Promise<Commit> {
  const text = await readObject(objectFile(root, name), { kind: 'Transcript object', name });
  const entry = parsed(text);
  if (entry === undefined || nameOf(entry) !== name) {
    throw new StoreError('damaged', name, `Transcript object ${name} is damaged: its content has another hash.`);
  }
  return { name, entry };
}

function parsed(text: string): TranscriptEntry | undefined {
  try {
    return JSON.parse(text) as TranscriptEntry;
  } catch {
    return undefined;
  }
}

/** Node's own hash: a long transcript is many hashes, and it is six times as fast as that of `core/`. */
function nameOf(entry: TranscriptEntry): string {
  return hash('sha256', canonicalJson(entry));
}

function objectFile(root: string, name: string): string {
  return path.join(root, name.slice(0, 2), `${name.slice(2)}.json`);
}
