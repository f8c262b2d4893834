/**
 * Starts one server process that outlives the caller. Must only be called with the home's lock held and with no
 * server running on its database: two of them on one file steal it from each other.
 */

import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { readDynamicConfig } from './dynamic-config.ts';
import { reasonOf, ServerError } from './errors.ts';
import type { Environment } from './environment.ts';
import type { HomeFiles, HomePorts } from './home-files.ts';

/** Whether the server also serves its web page. */
export type WebPage = 'on' | 'off';

/** A process just started. `death` settles, with the reason, if it ends while this process watches. */
export interface Launched {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly death: Promise<string>;
  /** What it has written to its log since it was started: the last lines. */
  lastLines(): string;
}

export interface LaunchOptions {
  readonly files: HomeFiles;
  readonly args: readonly string[];
  /** The caller's environment, of which little is passed on. */
  readonly env: Environment;
}

const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
const SHOWN_LINES = 15;

/** How a server is started. */
export interface StartOptions {
  readonly webPage: WebPage;
  /** By key: takes the place of the shared file's value. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Start flags of the embedded server for one home. */
export function serverArguments(files: HomeFiles, ports: HomePorts, options: StartOptions): readonly string[] {
  const { webPage, settings = {} } = options;
  return [
    ...['server', 'start-dev', '--disable-config-file', '--disable-config-env', '--color', 'never'],
    ...['--ip', '127.0.0.1', '--port', String(ports.port)],
    ...(webPage === 'on' ? ['--ui-port', String(ports.uiPort), '--ui-disable-news-fetch'] : ['--headless']),
    ...['--db-filename', files.database],
    ...['--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=2'],
    ...readDynamicConfig().flatMap(({ key, value }) => ['--dynamic-config-value', `${key}=${settings[key] ?? value}`]),
  ];
}

/** Spawns the server, detached and with nothing inherited but a few harmless variables. Throws ServerError if that fails at once. */
export function launchServer(executable: string, { files, args, env }: LaunchOptions): Launched {
  const logStart = turnLog(files.log);
  const log = openSync(files.log, 'a');
  let child: ChildProcess;
  try {
    const stdio: ['ignore', number, number] = ['ignore', log, log];
    child = spawn(executable, args, { detached: true, stdio, cwd: files.home, env: daemonEnvironment(env) });
  } finally {
    closeSync(log);
  }
  const death = new Promise<string>((resolve) => {
    child.once('error', (error) => {
      resolve(reasonOf(error));
    });
    child.once('exit', (code, signal) => {
      resolve(signal === null ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`);
    });
  });
  if (child.pid === undefined) {
    throw new ServerError(
      'StartFailed',
      `The Temporal server ${executable} could not be started; see whether it may be executed.`,
    );
  }
  return { child, pid: child.pid, death, lastLines: () => lastLines(files.log, logStart) };
}

/** A daemon must not hold the caller's secrets, nor be steered by the caller's TEMPORAL_ variables. */
function daemonEnvironment(env: Environment): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ'];
  return Object.fromEntries(kept.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

/** Puts a log that grew too large aside; answers where the next start's lines will begin. */
function turnLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= LOG_LIMIT_BYTES) return size;
  renameSync(file, `${file}.1`);
  return 0;
}

function lastLines(file: string, start: number): string {
  try {
    const text = readFileSync(file).subarray(start).toString('utf8').trim();
    return text.split('\n').slice(-SHOWN_LINES).join('\n');
  } catch {
    return '';
  }
}
