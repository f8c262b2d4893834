/**
 * Runs one of the system's own tools to its end (pip, tar), bounded in time. Must never use a shell, nor show what
 * the tool prints unless it fails.
 */

import { execFile } from 'node:child_process';
import type { Environment } from './environment.ts';

export interface RunToolOptions {
  readonly env: Environment;
  /** Milliseconds after which it is killed. */
  readonly withinMs: number;
}

/** Resolves if the tool ends with 0; else throws an Error whose message is the last line it wrote to stderr. */
export function runTool(command: string, args: readonly string[], options: RunToolOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const settings = {
      env: { ...options.env },
      timeout: options.withinMs,
      killSignal: 'SIGKILL',
      encoding: 'utf8',
    } as const;
    execFile(command, args, settings, (error, _stdout, stderr) => {
      if (error === null) {
        resolve();
        return;
      }
      reject(new Error(reasonFor(command, error, stderr), { cause: error }));
    });
  });
}

function reasonFor(
  command: string,
  error: Error & { readonly code?: unknown; readonly killed?: unknown },
  stderr: string,
): string {
  if (error.code === 'ENOENT') return `${command} is not on this machine`;
  if (error.killed === true) return `${command} took too long`;
  const last = stderr.trim().split('\n').at(-1) ?? '';
  return last === '' ? `${command} failed` : last;
}
