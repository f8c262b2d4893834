/**
 * Finds the server that already serves a home, from its state file or, if that was lost, among the system's
 * processes. Reads only; must never start, stop or write anything.
 */

import type { HomeFiles, ServerState } from './home-files.ts';
import { readState } from './home-files.ts';
import { commandOf, isAlive, processesWith } from './process-mark.ts';

/** The live server of this home, as the state file has it; undefined if that process is gone or is another one. */
export function recordedServer(files: HomeFiles): ServerState | undefined {
  const state = readState(files);
  return state !== undefined && isAlive(state) && serves(state.pid, files) ? state : undefined;
}

/** A live server on this home's database that no state file tells of: its starter died before it could write one. */
export function unrecordedServer(files: HomeFiles): ServerState | undefined {
  for (const found of processesWith(['start-dev', files.database])) {
    const words = commandOf(found.pid)?.split(/[\0 ]/) ?? [];
    const port = numberAfter(words, '--port');
    const uiPort = numberAfter(words, '--ui-port');
    if (port === undefined || !serves(found.pid, files)) continue;
    const state = { ...found, port, version: 'unknown', startedAt: 'unknown' };
    return uiPort === undefined ? state : { ...state, uiPort };
  }
  return undefined;
}

/** Whether the process runs `server start-dev` on this home's database, as far as the system tells. */
function serves(pid: number, files: HomeFiles): boolean {
  const command = commandOf(pid);
  if (command === undefined) return true;
  const words = ` ${command.replaceAll('\0', ' ')} `;
  return words.includes(' server start-dev ') && words.includes(` --db-filename ${files.database} `);
}

function numberAfter(words: readonly string[], flag: string): number | undefined {
  const index = words.indexOf(flag);
  const value = index < 0 ? Number.NaN : Number(words[index + 1]);
  return Number.isInteger(value) ? value : undefined;
}
