/**
 * Puts a file in place so that a crash at any moment leaves either nothing or all of it.
 */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Written to a temporary name beside it, synced, renamed over what was there, and the folder synced. */
export async function writeFileDurably(file: string, text: string, mode = 0o600): Promise<void> {
  await placed(file, { text, mode, place: rename });
}

/** The same, but a file that is there already stays as it is. */
export async function createFileOnce(file: string, text: string, mode = 0o600): Promise<'created' | 'exists'> {
  try {
    await placed(file, { text, mode, place: link });
    return 'created';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return 'exists';
    throw error;
  }
}

type Place = (from: string, to: string) => Promise<void>;

async function placed(file: string, how: { readonly text: string; readonly mode: number; readonly place: Place }) {
  const folder = path.dirname(file);
  const created = await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = path.join(folder, `.${path.basename(file)}.${randomUUID()}`);
  try {
    await syncedWrite(temporary, how.text, how.mode);
    await how.place(temporary, file);
  } finally {
    await rm(temporary, { force: true });
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
