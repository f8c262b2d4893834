/**
 * Keeps built code between processes, under a name made of everything that went into it: what was built of other files
 * is never taken. It can always do without: a folder that cannot be written costs time, nothing else.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

export interface BuildInputs {
  /** Every file below them counts, by its place and its content. */
  readonly folders: readonly string[];
  /** Says exactly which packages are installed. */
  readonly lockfile: string;
}

/** @param cache made if it is missing; what is kept there of other inputs is removed */
export async function keptBundle(cache: string, inputs: BuildInputs, build: () => Promise<string>): Promise<string> {
  const name = await nameOf(inputs).catch(() => undefined);
  if (name === undefined) return build();
  try {
    return await readFile(path.join(cache, name), 'utf8');
  } catch {
    const code = await build();
    await keep(cache, name, code).catch(() => undefined);
    return code;
  }
}

async function nameOf({ folders, lockfile }: BuildInputs): Promise<string> {
  const hash = createHash('sha256').update(await readFile(lockfile));
  for (const folder of folders) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
    for (const file of files.toSorted()) {
      const content = await readFile(file);
      hash.update(`\0${path.relative(folder, file)}\0${String(content.length)}\0`).update(content);
    }
  }
  return `${hash.digest('hex')}.js`;
}

/** Whole or not at all, also if several processes build at once. */
async function keep(cache: string, name: string, code: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const draft = path.join(cache, `${randomUUID()}.draft`);
  await writeFile(draft, code);
  await rename(draft, path.join(cache, name));
  const others = (await readdir(cache)).filter((other) => other.endsWith('.js') && other !== name);
  await Promise.all(others.map((other) => rm(path.join(cache, other), { force: true })));
}
