/**
 * Tells processes apart over time: a pid alone may have been given to another process since it was written down.
 * Reads only; must never signal a process.
 */

import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

/** A process as it is written into a file: `mark` is its start time, opaque; `unknown` where the system does not tell. */
export interface ProcessRef {
  readonly pid: number;
  readonly mark: string;
}

const UNKNOWN = 'unknown';

/** The mark of a live process, or undefined if there is none with this pid (a zombie counts as none). */
export function markOf(pid: number): string | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return process.platform === 'linux' ? linuxMark(pid) : otherMark(pid);
}

/** This process, to be written down. */
export function ownProcess(): ProcessRef {
  return { pid: process.pid, mark: markOf(process.pid) ?? UNKNOWN };
}

/** Whether the process that was written down still lives, and is not a later one with the same pid. */
export function isAlive(ref: ProcessRef): boolean {
  const mark = markOf(ref.pid);
  return mark !== undefined && (mark === ref.mark || mark === UNKNOWN || ref.mark === UNKNOWN);
}

/** Every live process whose command line contains all of `words`; empty where the system does not tell. */
export function processesWith(words: readonly string[]): readonly ProcessRef[] {
  return listCommands().flatMap(({ pid, command }) => {
    const mark = words.every((word) => command.includes(word)) ? markOf(pid) : undefined;
    return mark === undefined ? [] : [{ pid, mark }];
  });
}

/** The arguments a process was started with, joined by NUL (Linux) or blanks; undefined if they cannot be read. */
export function commandOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return ps(['-ww', '-o', 'command=', '-p', String(pid)]).trim();
  } catch {
    return undefined;
  }
}

function listCommands(): readonly { readonly pid: number; readonly command: string }[] {
  try {
    if (process.platform === 'linux') {
      const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
      return pids.map((pid) => ({ pid: Number(pid), command: commandOf(Number(pid)) ?? '' }));
    }
    return ps(['-axww', '-o', 'pid=,command='])
      .split('\n')
      .map((line) => ({ pid: Number.parseInt(line, 10), command: line }));
  } catch {
    return [];
  }
}

function linuxMark(pid: number): string | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // proc(5): "pid (name) state ..." where name may hold anything; start time is field 22, state is field 3.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields[0];
  const startTicks = fields[19];
  if (state === 'Z' || state === 'X' || startTicks === undefined) return undefined;
  return `${bootId()}/${startTicks}`;
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return 'boot';
  }
}

function otherMark(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ESRCH') return undefined;
  }
  try {
    const [state, ...start] = ps(['-o', 'stat=,lstart=', '-p', String(pid)])
      .trim()
      .split(/\s+/);
    if (state === undefined || state === '' || state.startsWith('Z')) return undefined;
    return start.join('-');
  } catch {
    return UNKNOWN;
  }
}

function ps(args: readonly string[]): string {
  return execFileSync('ps', args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } });
}
