/**
 * A process that the harness starts, talks to by lines, and kills. It ends by itself when the harness is gone, as its
 * standard input ends then.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Child {
  /** Resolves with the first line that begins with `start`. @throws if the process ends before */
  said(start: string): Promise<string>;
  say(line: string): void;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** Ends its input; resolves when the process has ended by itself. */
  finish(): Promise<void>;
  /** Has it ended though nobody ended it? */
  died(): boolean;
}

export interface ChildOptions {
  readonly argument?: object;
  readonly onLine?: (line: string) => void;
  /** In a group of its own, so that a key press which ends the harness does not end it too. */
  readonly apart?: true;
}

/** @param file a program of this folder */
export function startChild(file: string, options: ChildOptions = {}): Child {
  const program = fileURLToPath(new URL(file, import.meta.url));
  const { argument, onLine, apart = false } = options;
  const child = spawn(process.execPath, [program, ...(argument === undefined ? [] : [JSON.stringify(argument)])], {
    stdio: ['pipe', 'pipe', process.env['CRASH_LOG'] === undefined ? 'ignore' : 'inherit'],
    detached: apart,
  });
  const heard: string[] = [];
  const waiting = new Set<() => void>();
  let ended = false;
  let wanted = false;
  const wake = (): void => {
    for (const look of [...waiting]) look();
  };
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => {
      ended = true;
      wake();
      resolve();
    });
  });
  child.stdin.on('error', () => undefined);
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (onLine === undefined || !line.startsWith('{')) heard.push(line);
    onLine?.(line);
    wake();
  });
  return {
    said: (start) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const line = heard.find((one) => one.startsWith(start));
          if (line === undefined && !ended) return;
          waiting.delete(look);
          if (line === undefined) reject(new Error(`${file} ended before it said "${start}": ${heard.join(' / ')}`));
          else resolve(line);
        };
        waiting.add(look);
        look();
      }),
    say: (line) => void child.stdin.write(`${line}\n`),
    async kill() {
      wanted = true;
      child.kill('SIGKILL');
      await gone;
    },
    async finish() {
      wanted = true;
      child.stdin.end();
      await gone;
    },
    died: () => ended && !wanted,
  };
}
