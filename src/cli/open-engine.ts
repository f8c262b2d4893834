/**
 * What every command that talks to a server needs: the home, the server (started if it is this home's own and does not
 * run), a client; and a worker in this process if asked for. What it opened, it closes.
 */
import type { Agent } from '../agent/index.ts';
import { isBuildId } from '../core/identity.ts';
import type { ProgressSource } from '../core/progress.ts';
import { TurnkeeperClient } from '../client/index.ts';
import type { ConnectionOptions } from '../server/index.ts';
import { connectionOptions, connectionSettings, ensureServer } from '../server/index.ts';
import { existingHome, fileStore, findHome, loadGrantKeys } from '../store/index.ts';
import type { TurnkeeperWorker } from '../worker/index.ts';
import { oneSentence } from './explain-failure.ts';
import { UsageError } from './usage-error.ts';

export interface Engine {
  readonly home: string;
  readonly address: string;
  /** Address of the server's web page; empty if there is none. */
  readonly uiUrl: string;
  readonly client: TurnkeeperClient;
  /** Starts a worker; `close` ends it. At most once. */
  host(agents: readonly Agent[], options?: HostOptions): Promise<TurnkeeperWorker>;
  /** Ends the worker, lets its calls settle for the drain time, then ends the connection. Once, however often it is called. */
  close(): Promise<void>;
}

export interface HostOptions {
  /** Serve only the tools that have these queues of their own. */
  readonly toolQueues?: readonly string[];
  /** The build of the code. Default: `TURNKEEPER_BUILD`, else none. */
  readonly build?: string;
  /** What the engine itself writes to stderr. Default: errors only, for results show what failed. */
  readonly log?: 'ERROR' | 'WARN';
}

/** How long a server that the environment names may take to answer. */
const CONNECT = '5s';

/**
 * @param note told about steps that take time
 * @param options.home `existing` for commands about what is there already: they make no home and start no server for it
 * @throws ServerError, ClientError, UsageError
 */
export async function openEngine(
  note: (text: string) => void,
  options: { readonly home?: 'existing' } = {},
): Promise<Engine> {
  if (options.home === 'existing') refuseNoHome();
  const home = homeFolder();
  const { server, namespace, uiUrl } = await serverOf(home, note);
  const store = fileStore(home);
  let worker: TurnkeeperWorker | undefined;
  let hosted = false;
  const progress: ProgressSource = {
    since: (channel, sequence) => worker?.progress.since(channel, sequence) ?? [],
    subscribe: (listener) => worker?.progress.subscribe(listener) ?? (() => undefined),
    isHere: (channel) => worker?.progress.isHere(channel) === true,
  };
  const client = await TurnkeeperClient.connect({
    connection: { ...server, connectTimeout: CONNECT },
    namespace,
    store,
    progress,
  });
  const close = async (): Promise<void> => {
    // Its failure, if there is one, was told by `done`.
    await worker?.shutdown().catch(() => undefined);
    await client.close();
    // Neither what an agent's module left open (a pool, a timer) nor half a worker may hold the command. The timer itself
    // holds nothing, and by then the exit code is set.
    if (hosted) setTimeout(() => process.exit(), 1_000).unref();
  };
  let closing: Promise<void> | undefined;
  return {
    home,
    address: server.address,
    uiUrl,
    client,
    host: async (agents, { toolQueues, build = ownBuild(), log = 'ERROR' } = {}) => {
      if (build !== undefined && !isBuildId(build)) {
        throw new UsageError(`"${build}" names no build: use 1 to 64 of A-Z a-z 0-9 . _ - (--build, TURNKEEPER_BUILD)`);
      }
      // Loaded only by commands that host: it takes a second.
      const { createWorker } = await import('../worker/index.ts');
      const { installRuntime } = await import('../worker/runtime.ts');
      installRuntime(log);
      hosted = true;
      worker = await createWorker({
        agents,
        connection: server,
        namespace,
        store,
        keys: loadGrantKeys(home),
        ...(toolQueues === undefined ? {} : { toolQueues }),
        ...(build === undefined ? {} : { version: { build } }),
      });
      if (build !== undefined) await noteBuild(client, { agents, build, note });
      return worker;
    },
    close: () => (closing ??= close()),
  };
}

function ownBuild(): string | undefined {
  return process.env['TURNKEEPER_BUILD'] || undefined;
}

/** Nothing comes to a build that is not current, and its worker would only seem to hang. */
async function noteBuild(
  client: TurnkeeperClient,
  told: { readonly agents: readonly Agent[]; readonly build: string; readonly note: (text: string) => void },
): Promise<void> {
  for (const { name } of told.agents) {
    const builds = await client.builds(name);
    const current = builds.find(({ state }) => state === 'current')?.build;
    if (current === told.build) continue;
    const which = current === undefined ? 'no build is' : `build ${current} is`;
    told.note(
      `Build ${told.build} of agent "${name}" is not current (${which}): no new session comes to it. Make it so: npx turnkeeper builds ${name} --current ${told.build}`,
    );
  }
}

/** The home folder of this process. @throws UsageError if it cannot be had */
export function homeFolder(): string {
  try {
    return findHome();
  } catch (error) {
    const why = oneSentence(error instanceof Error ? error.message : String(error));
    throw new UsageError(`The home folder cannot be used (${why}): set TURNKEEPER_HOME to a folder you may write to.`);
  }
}

/** @throws UsageError if nothing can have been started from here */
function refuseNoHome(): void {
  if (existingHome() !== undefined || connectionSettings(process.env, '').kind === 'external') return;
  throw new UsageError(
    'Nothing was started from here yet: no folder from here upward has a .turnkeeper. Go to the folder in which the session was started, or set TURNKEEPER_HOME.',
  );
}

interface FoundServer {
  readonly server: ConnectionOptions;
  readonly namespace: string;
  readonly uiUrl: string;
}

async function serverOf(home: string, note: (text: string) => void): Promise<FoundServer> {
  const settings = connectionSettings(process.env, home);
  if (settings.kind === 'external') {
    return { server: connectionOptions(settings), namespace: settings.namespace, uiUrl: '' };
  }
  const server = await ensureServer({ home, onProgress: note });
  if (server.started)
    note('Started the Temporal server of this home. It keeps running; npx turnkeeper server stop ends it.');
  return { server: connectionOptions(server), namespace: server.namespace, uiUrl: server.uiUrl };
}
