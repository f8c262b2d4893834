/**
 * The files the server keeps in a home folder, and how they are written: whole or not at all. Must never decide
 * whether what they say is still true.
 */

import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf, ServerError } from './errors.ts';
import type { ProcessRef } from './process-mark.ts';

/** Absolute paths of one home's server files. */
export interface HomeFiles {
  readonly home: string;
  readonly database: string;
  readonly log: string;
  readonly state: string;
  readonly ports: string;
  readonly lock: string;
}

/** `server.json`: the process that serves this home. `uiPort` is missing when it runs without its web page. */
export interface ServerState extends ProcessRef {
  readonly port: number;
  readonly uiPort?: number;
  /** Version of the `temporal` executable; `unknown` for a server that was found rather than started. */
  readonly version: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
}

/** `ports.json`: chosen once per home, then kept. */
export interface HomePorts {
  readonly port: number;
  readonly uiPort: number;
}

/** Creates the home folder if need be; its name is the real one, so that two paths to it mean one server. */
export function openHome(home: string): HomeFiles {
  try {
    mkdirSync(home, { recursive: true });
    return filesOf(realpathSync(home));
  } catch (thrown) {
    throw new ServerError(
      'HomeUnusable',
      `The home folder ${home} cannot be used (${reasonOf(thrown)}); set TURNKEEPER_HOME to a folder you may write to.`,
    );
  }
}

/** The files of an existing home; undefined if the folder does not exist. */
export function findHome(home: string): HomeFiles | undefined {
  try {
    return filesOf(realpathSync(home));
  } catch {
    return undefined;
  }
}

/** The state on record; undefined if there is none or it cannot be read as one. */
export function readState(files: HomeFiles): ServerState | undefined {
  const found = readRecord(files.state);
  const { pid, mark, port, uiPort, version, startedAt } = found;
  if (!isPort(pid, Number.MAX_SAFE_INTEGER) || !isPort(port) || typeof mark !== 'string') return undefined;
  const rest = { version: String(version), startedAt: String(startedAt) };
  return isPort(uiPort) ? { pid, mark, port, uiPort, ...rest } : { pid, mark, port, ...rest };
}

/** The ports on record; undefined if none were chosen yet. */
export function readPorts(files: HomeFiles): HomePorts | undefined {
  const { port, uiPort } = readRecord(files.ports);
  return isPort(port) && isPort(uiPort) ? { port, uiPort } : undefined;
}

export function writeState(files: HomeFiles, state: ServerState): void {
  writeWhole(files.state, state);
}

export function writePorts(files: HomeFiles, ports: HomePorts): void {
  writeWhole(files.ports, ports);
}

export function removeState(files: HomeFiles): void {
  rmSync(files.state, { force: true });
}

function filesOf(home: string): HomeFiles {
  return {
    home,
    database: join(home, 'temporal.db'),
    log: join(home, 'server.log'),
    state: join(home, 'server.json'),
    ports: join(home, 'ports.json'),
    lock: join(home, 'server.lock'),
  };
}

function readRecord(file: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function isPort(value: unknown, limit = 65_535): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= limit;
}

function writeWhole(file: string, value: HomePorts | ServerState): void {
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, `${JSON.stringify(value, undefined, 2)}\n`);
  renameSync(draft, file);
}
