import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileStore } from 'turnkeeper/store';

describe('big values in files', () => {
  let home = '';

  beforeEach(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'turnkeeper-test-'));
  });

  afterEach(async () => {
    await rm(home, { recursive: true, force: true });
  });

  it('are read again as they were put, under the hash of their content', async () => {
    const { objects } = fileStore(home);
    const name = await objects.put('größer 😀');
    expect(name).toMatch(/^[0-9a-f]{64}$/);
    expect(await objects.put('größer 😀')).toBe(name);
    expect(await objects.get(name)).toBe('größer 😀');
    expect(existsSync(path.join(home, 'objects'))).toBe(true);
  });

  it('are named by the error if they are missing or were changed', async () => {
    const { objects } = fileStore(home);
    const name = await objects.put('original');
    const folder = path.join(home, 'objects', name.slice(0, 2));
    const [file = ''] = await readdir(folder);
    await writeFile(path.join(folder, file), 'changed');
    await expect(objects.get(name)).rejects.toMatchObject({ name: 'StoreError', reason: 'damaged', object: name });
    await rm(path.join(folder, file));
    await expect(objects.get(name)).rejects.toMatchObject({ name: 'StoreError', reason: 'missing', object: name });
  });
});
