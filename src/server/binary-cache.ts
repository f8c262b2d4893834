/**
 * Where an installed server executable is kept: the user's cache folder, shared by all homes, or the home folder
 * if there is none. A file appears there whole, by one rename; two processes may install at once. Must never hold a
 * half-written executable.
 */

import { accessSync, chmodSync, constants, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { Environment } from './environment.ts';
import { PINNED_CLI } from './pinned.ts';

const FOLDER = `temporal-${PINNED_CLI}`;

/** Where the pinned executable may lie, best place first. */
export function cachedExecutables(env: Environment, home: string): readonly string[] {
  return cacheFolders(env, home).map((folder) => join(folder, 'temporal'));
}

/**
 * Has `fetch` put an executable into a fresh folder (it answers with its path) and moves that into the cache.
 * Answers with the path in the cache; throws what `fetch` throws. Nothing of the fresh folder stays.
 */
export async function placeInCache(
  env: Environment,
  home: string,
  fetch: (folder: string) => Promise<string>,
): Promise<string> {
  const folder = cacheFolders(env, home).find(isWritable);
  if (folder === undefined) throw new Error(`no folder to put it into may be written, not even ${home}`);
  const fresh = mkdtempSync(join(folder, 'new-'));
  try {
    const executable = await fetch(fresh);
    chmodSync(executable, 0o755);
    const target = join(folder, 'temporal');
    renameSync(executable, target);
    return target;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function cacheFolders(env: Environment, home: string): readonly string[] {
  const own = join(home, 'bin', FOLDER);
  const { XDG_CACHE_HOME: cache, HOME: user } = env;
  if (cache !== undefined && isAbsolute(cache)) return [join(cache, 'turnkeeper', FOLDER), own];
  if (user !== undefined && isAbsolute(user)) return [join(user, '.cache', 'turnkeeper', FOLDER), own];
  return [own];
}

function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
