/**
 * The names of the commits before a commit, kept beside its file every so often, so that a long transcript is read many
 * files at a time. They are a hint: what they lead to is verified like everything else, and without them, or with wrong
 * ones, reading is only slower. So their file is written without care, and no failure of theirs is told.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';

/** Commits from one file of names to the next. */
export const STRIDE = 128;

/** @param names oldest first, the commit's own last; kept once */
export async function keepNames(commitFile: string, names: readonly string[]): Promise<void> {
  const file = namesFile(commitFile);
  if (existsSync(file)) return;
  const temporary = `${file}.${randomUUID()}`;
  try {
    await writeFile(temporary, JSON.stringify(names.slice(0, -1).reverse()), { mode: 0o600, flag: 'wx' });
    await rename(temporary, file);
  } catch {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** Newest first; none if they are not kept. What is no list of names counts as not kept. */
export async function namesBefore(commitFile: string): Promise<readonly string[]> {
  const file = namesFile(commitFile);
  if (!existsSync(file)) return [];
  try {
    const names: unknown = JSON.parse(await readFile(file, 'utf8'));
    const areNames = Array.isArray(names) && names.length < STRIDE && names.every(isName);
    return areNames ? names : [];
  } catch {
    return [];
  }
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

function namesFile(commitFile: string): string {
  return commitFile.replace(/\.json$/, '.names');
}
