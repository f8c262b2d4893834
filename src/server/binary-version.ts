/**
 * Asks an executable whether it is a Temporal CLI we can work with. Must never trust a file's name or place.
 */

import { execFile } from 'node:child_process';
import { reasonOf } from './errors.ts';
import { OLDEST_SERVER } from './pinned.ts';

/** What an executable says of itself. */
export type BinaryVersion =
  | { readonly kind: 'usable'; readonly version: string; readonly serverVersion: string }
  | { readonly kind: 'old'; readonly version: string; readonly serverVersion: string }
  | { readonly kind: 'unusable'; readonly reason: string };

const ANSWER_MS = 15_000;

/** Runs `PATH --version`; never throws. */
export function askVersion(path: string): Promise<BinaryVersion> {
  return new Promise((resolve) => {
    const settle = (error: Error | null, stdout: string): void => {
      resolve(error === null ? parseVersion(stdout) : { kind: 'unusable', reason: shortReason(error) });
    };
    try {
      execFile(path, ['--version'], { timeout: ANSWER_MS, killSignal: 'SIGKILL', encoding: 'utf8' }, settle);
    } catch (thrown) {
      resolve({ kind: 'unusable', reason: reasonOf(thrown) });
    }
  });
}

/** Reads the CLI's own line: `temporal version 1.9.1 (Server 1.32.0, UI 2.54.1)`. */
export function parseVersion(line: string): BinaryVersion {
  const found = /^temporal version (\S+) \(Server (\d+)\.(\d+)\.(\S+?)[,)]/.exec(line.trim());
  if (found === null) return { kind: 'unusable', reason: 'its version line is not that of the Temporal CLI' };
  const [, version = '', major = '', minor = '', patch = ''] = found;
  const distance = (Number(major) - OLDEST_SERVER.major) * 1_000 + Number(minor) - OLDEST_SERVER.minor;
  return { kind: distance >= 0 ? 'usable' : 'old', version, serverVersion: `${major}.${minor}.${patch}` };
}

function shortReason(error: Error & { readonly code?: unknown; readonly signal?: unknown }): string {
  if (typeof error.signal === 'string') return `it did not answer within ${ANSWER_MS / 1_000} s`;
  return typeof error.code === 'number' ? `it ended with exit code ${error.code}` : reasonOf(error);
}
