/**
 * Makes sure that the embedded server of a home runs, and never more than one. Must leave nothing behind when it
 * fails: no process, no state file, no lock.
 */

import type { Environment } from './environment.ts';
import { reasonOf, ServerError } from './errors.ts';
import { findTemporal, type FoundTemporal } from './find-temporal.ts';
import {
  openHome,
  readPorts,
  removeState,
  writeState,
  type HomeFiles,
  type HomePorts,
  type ServerState,
} from './home-files.ts';
import { launchServer, serverArguments, type Launched, type WebPage } from './launch.ts';
import { withLock } from './lock.ts';
import { choosePorts, claimPorts } from './ports.ts';
import { markOf } from './process-mark.ts';
import { makeReady, NAMESPACE, type SearchAttributes } from './readiness.ts';
import { recordedServer, unrecordedServer } from './running.ts';

export interface EnsureServerOptions {
  /** The home folder; created if it does not exist. */
  readonly home: string;
  /** Where the executable is looked for. Default: this process's environment. */
  readonly env?: Environment;
  /** Told, in one sentence each, about steps that take time. */
  readonly onProgress?: (note: string) => void;
  /** Whether a server started by this call serves its web page. Default `on`; a running server is taken as it is. */
  readonly webPage?: WebPage;
  /**
   * Settings of the shared dynamic config with other values (JSON text), for measuring: a server started by this call
   * gets them, a running one is taken as it is.
   */
  readonly settings?: Readonly<Record<string, string>>;
  /** Registered if they are missing, also on a running server. */
  readonly searchAttributes?: SearchAttributes;
}

/** A server that answers. `uiUrl` is empty if it runs without its web page; `started` tells whether this call started it. */
export interface EnsuredServer {
  readonly address: string;
  readonly namespace: string;
  readonly uiUrl: string;
  readonly pid: number;
  readonly started: boolean;
}

const ANSWER_MS = 3_000;
const START_MS = 60_000;

/**
 * Takes the running server of this home, or starts one that outlives the caller. Throws ServerError. Any number of
 * processes may call it at once: one starts the server, the others wait for it.
 */
export async function ensureServer(options: EnsureServerOptions): Promise<EnsuredServer> {
  const files = openHome(options.home);
  const running = recordedServer(files);
  if (running !== undefined && (await answers(running, ANSWER_MS, options))) return describe(running, false);
  const onWait = ({ pid }: { readonly pid: number }): void => {
    options.onProgress?.(`Waiting for process ${pid}, which is starting or stopping the server of this home.`);
  };
  return withLock(files.lock, () => takeOrStart(files, options), { onWait });
}

async function takeOrStart(files: HomeFiles, options: EnsureServerOptions): Promise<EnsuredServer> {
  const running = recordedServer(files) ?? unrecordedServer(files);
  if (running === undefined) return start(files, options);
  if (!(await answers(running, START_MS, options))) {
    throw new ServerError(
      'NotAnswering',
      `The Temporal server of ${files.home} (process ${running.pid}) runs but does not answer; ` +
        'end it with `turnkeeper server stop` and try again.',
    );
  }
  writeState(files, running);
  return describe(running, false);
}

async function start(files: HomeFiles, options: EnsureServerOptions): Promise<EnsuredServer> {
  removeState(files);
  const env = options.env ?? process.env;
  const temporal = await findTemporal({ home: files.home, env, ...progressOf(options) });
  let fresh = readPorts(files) === undefined;
  let ports = await claimPorts(files);
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await startOn(files, ports, temporal, options);
    if (outcome.kind === 'started') return describe(outcome.state, true);
    // Somebody else may have taken a port between the choice and the start; only a new home may choose again.
    fresh &&= /address already in use|can't set .* port/i.test(outcome.log) && attempt < 3;
    if (!fresh) throw startFailed(files, outcome);
    ports = await choosePorts(files);
  }
}

type StartOutcome =
  | { readonly kind: 'started'; readonly state: ServerState }
  | { readonly kind: 'failed'; readonly reason: string; readonly log: string };

async function startOn(
  files: HomeFiles,
  ports: HomePorts,
  temporal: FoundTemporal,
  options: EnsureServerOptions,
): Promise<StartOutcome> {
  const { webPage: page = 'on', settings } = options;
  const args = serverArguments(files, ports, { webPage: page, ...(settings === undefined ? {} : { settings }) });
  const launched = launchServer(temporal.path, { files, args, env: options.env ?? process.env });
  const state = stateOf(launched.pid, ports, temporal, page);
  try {
    writeState(files, state);
    const gone = new AbortController();
    const death = launched.death.then((reason) => {
      gone.abort();
      return `it ended with ${reason}`;
    });
    const ready = answers(state, START_MS, options, gone.signal).then((yes) =>
      yes ? undefined : 'it did not answer in time',
    );
    const failure = await Promise.race([death, ready]);
    if (failure === undefined) {
      launched.child.unref();
      return { kind: 'started', state };
    }
    await end(files, launched);
    return { kind: 'failed', reason: failure, log: launched.lastLines() };
  } catch (thrown) {
    await end(files, launched);
    return { kind: 'failed', reason: reasonOf(thrown), log: launched.lastLines() };
  }
}

async function end(files: HomeFiles, launched: Launched): Promise<void> {
  launched.child.kill('SIGKILL');
  await launched.death;
  removeState(files);
}

function startFailed(
  files: HomeFiles,
  { reason, log }: { readonly reason: string; readonly log: string },
): ServerError {
  const lines = log === '' ? '' : ` Its last lines:\n${log}`;
  return new ServerError(
    'StartFailed',
    `The Temporal server could not be started: ${reason}; its log is ${files.log}.${lines}`,
  );
}

function answers(
  state: ServerState,
  withinMs: number,
  options: EnsureServerOptions,
  signal?: AbortSignal,
): Promise<boolean> {
  const { searchAttributes } = options;
  return makeReady(state.port, {
    withinMs,
    ...(signal === undefined ? {} : { signal }),
    ...(searchAttributes === undefined ? {} : { searchAttributes }),
  });
}

function stateOf(pid: number, ports: HomePorts, temporal: FoundTemporal, page: WebPage): ServerState {
  const startedAt = new Date().toISOString();
  const state = { pid, mark: markOf(pid) ?? 'unknown', port: ports.port, version: temporal.version, startedAt };
  return page === 'on' ? { ...state, uiPort: ports.uiPort } : state;
}

function describe(state: ServerState, started: boolean): EnsuredServer {
  const uiUrl = state.uiPort === undefined ? '' : `http://127.0.0.1:${state.uiPort}`;
  return { address: `127.0.0.1:${state.port}`, namespace: NAMESPACE, uiUrl, pid: state.pid, started };
}

function progressOf({ onProgress }: EnsureServerOptions): Pick<EnsureServerOptions, 'onProgress'> {
  return onProgress === undefined ? {} : { onProgress };
}
