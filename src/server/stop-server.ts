/**
 * Ends the embedded server of a home, and tells how it fares. Must never signal a process that is not, verifiably,
 * the server of this home.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { ServerError } from './errors.ts';
import { findHome, readPorts, removeState, type ServerState } from './home-files.ts';
import { withLock } from './lock.ts';
import { isAlive } from './process-mark.ts';
import { makeReady } from './readiness.ts';
import { recordedServer, unrecordedServer } from './running.ts';

export interface ServerOfHome {
  readonly home: string;
}

export type StoppedServer = { readonly kind: 'stopped'; readonly pid: number } | { readonly kind: 'not-running' };

/** `unresponsive`: the process lives but does not serve within 3 s. `port` of a server that is not running: the kept one. */
export type ServerStatus =
  | {
      readonly kind: 'running' | 'unresponsive';
      readonly address: string;
      readonly uiUrl: string;
      readonly pid: number;
      readonly version: string;
      readonly startedAt: string;
    }
  | { readonly kind: 'not-running'; readonly port?: number };

const TERM_MS = 10_000;
const KILL_MS = 10_000;
const ANSWER_MS = 3_000;

/** Ends the server and waits until its process is gone: politely first, by force after 10 s. Throws ServerError. */
export async function stopServer({ home }: ServerOfHome): Promise<StoppedServer> {
  const files = findHome(home);
  if (files === undefined) return { kind: 'not-running' };
  return withLock(files.lock, async () => {
    const server = recordedServer(files) ?? unrecordedServer(files);
    if (server !== undefined && !(await end(server))) {
      throw new ServerError(
        'StopFailed',
        `The Temporal server of ${files.home} (process ${server.pid}) could not be ended; see whether it is yours to end.`,
      );
    }
    removeState(files);
    return server === undefined ? { kind: 'not-running' } : { kind: 'stopped', pid: server.pid };
  });
}

/** How the server of a home fares; changes nothing. */
export async function serverStatus({ home }: ServerOfHome): Promise<ServerStatus> {
  const files = findHome(home);
  const server = files === undefined ? undefined : (recordedServer(files) ?? unrecordedServer(files));
  if (files === undefined || server === undefined) {
    const port = files === undefined ? undefined : readPorts(files)?.port;
    return port === undefined ? { kind: 'not-running' } : { kind: 'not-running', port };
  }
  return {
    kind: (await makeReady(server.port, { withinMs: ANSWER_MS })) ? 'running' : 'unresponsive',
    address: `127.0.0.1:${server.port}`,
    uiUrl: server.uiPort === undefined ? '' : `http://127.0.0.1:${server.uiPort}`,
    pid: server.pid,
    version: server.version,
    startedAt: server.startedAt,
  };
}

async function end(server: ServerState): Promise<boolean> {
  return (await signalled(server, 'SIGTERM', TERM_MS)) || (await signalled(server, 'SIGKILL', KILL_MS));
}

async function signalled(server: ServerState, signal: NodeJS.Signals, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  if (!isAlive(server)) return true;
  try {
    process.kill(server.pid, signal);
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ESRCH';
  }
  while (isAlive(server)) {
    if (Date.now() > deadline) return false;
    await delay(25);
  }
  return true;
}
