/** Transcripts of thousands of commits in files: read again as they were, in bounded time, and what is damaged is named. */
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileStore } from 'turnkeeper/store';
import { canonicalJson, sha256Hex } from '../../../src/core/canonical.ts';
import type { Message } from '../../../src/core/messages.ts';

const COMMITS = 600;
const said = (at: number): Message => ({ role: 'user', content: `Message ${String(at)}`, timestamp: at });
const messages = Array.from({ length: COMMITS }, (_, at) => said(at));

describe('a transcript of many commits', () => {
  let home = '';
  const heads: string[] = [];
  const fileOf = (head: string, ending: string) =>
    path.join(home, 'transcript', head.slice(0, 2), `${head.slice(2)}.${ending}`);
  const namesFiles = async () =>
    (await readdir(path.join(home, 'transcript'), { recursive: true }))
      .filter((name) => name.endsWith('.names'))
      .sort();
  const head = (at: number): string => heads[at] ?? '';
  /** A store that has read nothing yet. */
  const cold = () => fileStore(home);

  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'turnkeeper-test-'));
    const store = cold();
    for (const message of messages) heads.push(await store.append({ prev: heads.at(-1) ?? null, messages: [message] }));
  });

  afterAll(async () => {
    await rm(home, { recursive: true, force: true });
  });

  it('is named by the hash of its canonical JSON', () => {
    expect(heads[1]).toBe(sha256Hex(canonicalJson({ prev: heads[0], messages: [said(1)] })));
  });

  it('is read again as it was appended, at every head', async () => {
    expect(await cold().read(head(COMMITS - 1))).toEqual(messages);
    const store = cold();
    for (const at of [0, 127, 128, 400, 255, 599])
      expect(await store.read(head(at))).toEqual(messages.slice(0, at + 1));
  });

  it('needs no names of what came before: one without them is read, and has them again', async () => {
    const kept = await namesFiles();
    for (const name of kept) await rm(path.join(home, 'transcript', name));

    expect(kept).toHaveLength(4);
    expect(await cold().read(head(COMMITS - 1))).toEqual(messages);
    expect(await namesFiles()).toEqual(kept);
  });

  it('does not believe the names: wrong, foreign or broken ones change nothing that is read', async () => {
    const file = fileOf(head(255), 'names');
    const right = await readFile(file, 'utf8');
    const names = JSON.parse(right) as string[];
    const wrong = [names.toReversed(), [head(3)], names.slice(60), ['0'.repeat(64), ...names], ['../../secret']];
    for (const text of [...wrong.map((list) => JSON.stringify(list)), '{', '']) {
      await writeFile(file, text);
      expect(await cold().read(head(COMMITS - 1))).toEqual(messages);
    }
    await writeFile(file, right);
  });

  it('names the commit that is damaged, or missing, wherever it lies', async () => {
    for (const at of [599, 400, 255, 254, 0]) {
      const right = await readFile(fileOf(head(at), 'json'), 'utf8');
      await writeFile(fileOf(head(at), 'json'), right.replace('Message', 'Massage'));
      await expect(cold().read(head(COMMITS - 1))).rejects.toMatchObject({ reason: 'damaged', object: head(at) });
      await rm(fileOf(head(at), 'json'));
      await expect(cold().read(head(COMMITS - 1))).rejects.toMatchObject({ reason: 'missing', object: head(at) });
      await writeFile(fileOf(head(at), 'json'), right);
    }
  });
});
