/**
 * Finds the home folder, in which everything durable on this machine lies, and names what is in it.
 */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

const FOLDER = '.turnkeeper';

/**
 * The nearest `.turnkeeper/` upward from `from`, else one created there; `TURNKEEPER_HOME` overrides both.
 * @returns an absolute path of a folder that exists
 */
export function findHome(from: string = process.cwd(), env: NodeJS.ProcessEnv = process.env): string {
  const home = named(from, env) ?? nearest(from) ?? path.join(from, FOLDER);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  return home;
}

/** The home that {@link findHome} would find; undefined where it would create one. */
export function existingHome(from: string = process.cwd(), env: NodeJS.ProcessEnv = process.env): string | undefined {
  const home = named(from, env) ?? nearest(from);
  return home !== undefined && existsSync(home) ? home : undefined;
}

function named(from: string, env: NodeJS.ProcessEnv): string | undefined {
  return env['TURNKEEPER_HOME'] ? path.resolve(from, env['TURNKEEPER_HOME']) : undefined;
}

function nearest(from: string): string | undefined {
  for (let folder = path.resolve(from); ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, FOLDER);
    if (existsSync(candidate)) return candidate;
    if (folder === path.dirname(folder)) return undefined;
  }
}
