/**
 * Puts a file in place so that a crash at any moment leaves either nothing or all of it.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Written to a temporary name beside it, synced, renamed, and the folder synced. */
export async function writeFileDurably(file: string, text: string, mode = 0o600): Promise<void> {
  const folder = path.dirname(file);
  const created = await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = path.join(folder, `.${path.basename(file)}.${randomUUID()}`);
  try {
    await syncedWrite(temporary, text, mode);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
  if (created !== undefined) await syncFolder(path.dirname(folder));
}

async function syncedWrite(file: string, text: string, mode: number): Promise<void> {
  const handle = await open(file, 'wx', mode);
  try {
    await handle.writeFile(text, 'utf8');
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
