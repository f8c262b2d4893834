/**
 * Runs agents: connects, registers each agent's workflows, tools and model, and polls until it is told to stop.
 */
import type { NativeConnectionOptions, WorkerOptions } from '@temporalio/worker';
import { NativeConnection, Worker } from '@temporalio/worker';
import type { ActivityDeps } from '../activities/index.ts';
import { LeakedBodies, ProgressBus, createActivities } from '../activities/index.ts';
import type { Agent } from '../agent/index.ts';
import { agentTaskQueue, modelTaskQueue } from '../core/identity.ts';
import { limits } from '../core/limits.ts';
import type { ProgressSource } from '../core/progress.ts';
import type { Store } from '../core/store.ts';
import { fileStore, findHome, loadGrantKeys } from '../store/index.ts';
import type { GrantKeys } from '../store/index.ts';
import { workflowBundle } from './bundle.ts';
import { engineOptions } from './engine-options.ts';
import { installRuntime } from './runtime.ts';
import type { WorkerVersion } from './versioning.ts';
import { versioning } from './versioning.ts';

const DRAIN = 10_000;

export interface CreateWorkerOptions {
  readonly agents: readonly Agent[];
  /** Where the server is; see `connectionSettings` of `turnkeeper/server`. Closed with the worker. */
  readonly connection: NativeConnectionOptions;
  /** Default: `default`. */
  readonly namespace?: string;
  /** Default: files under the home folder. Every worker and client of a session must use the same store. */
  readonly store?: Store;
  /** Default: the home's key, or `TURNKEEPER_KEYS`. Every worker of an agent must share them. */
  readonly keys?: GrantKeys;
  /** Serve only the tools that have these queues of their own; no workflows, no model. */
  readonly toolQueues?: readonly string[];
  /** Milliseconds that running calls may go on after `shutdown`. Default: 10,000. */
  readonly drain?: number;
  /** Bodies that ignored their signal and go on, after which the worker drains and ends. Default: 20. */
  readonly leakedBodies?: number;
  /** Shown by the server as who did the work. Default: the engine's (process and host). */
  readonly identity?: string;
  /**
   * Which build of the code this worker runs. Default: none, and it takes whatever its queues hold. With a build, a turn
   * stays on the build that began it and a session moves to the current one between its turns; nothing comes to a build
   * before it is made current (`TurnkeeperClient.makeCurrent`).
   */
  readonly version?: WorkerVersion;
  /** Changes to the engine's worker options, for measuring and tests. */
  readonly engine?: Partial<WorkerOptions>;
}

export interface TurnkeeperWorker {
  /** Progress of the tools that run here; give it to a client of the same process. */
  readonly progress: ProgressSource;
  /** How many bodies ignored their signal, were given up, and go on. */
  leakedBodies(): number;
  /** Resolves when all polling has ended; rejects if the engine fails, or because of too many leaked bodies. */
  readonly done: Promise<void>;
  /** Stops taking work, lets running calls go on for the drain time, then ends them as lost. Never a user's cancel. */
  shutdown(): Promise<void>;
}

/**
 * Starts polling before it resolves.
 * @throws if the server cannot be reached, there is no agent, two agents have one name or one tool queue, or the version
 * cannot be one
 */
export async function createWorker(options: CreateWorkerOptions): Promise<TurnkeeperWorker> {
  refuseTwins(options);
  const { leakedBodies = limits.leakedBodies } = options;
  if (!Number.isInteger(leakedBodies) || leakedBodies < 1) {
    throw new Error(`leakedBodies must be a whole number of at least 1 (got ${String(leakedBodies)}).`);
  }
  installRuntime();
  const progress = new ProgressBus();
  const leaks = new LeakedBodies(leakedBodies);
  const store = options.store ?? fileStore(findHome());
  const keys = options.keys ?? loadGrantKeys(findHome());
  const connection = await NativeConnection.connect(options.connection);
  const created = await Promise.allSettled(
    options.agents.flatMap((agent) => {
      const tools = new Map(agent.tools.map((tool) => [tool.name, tool]));
      const activities = createActivities({ agent, tools, store, keys, progress, leaks });
      return queueWorkers(options, { connection, agent, activities });
    }),
  );
  const workers = created.flatMap((made) => (made.status === 'fulfilled' ? [made.value] : []));
  const failure = created.find((made) => made.status === 'rejected');
  const worker = running(workers, connection, { progress, leaks });
  if (failure === undefined) return worker;
  // What was made must be run to be ended; left alone it would hold the process.
  await worker.shutdown().catch(() => undefined);
  throw failure.reason;
}

function refuseTwins({ agents, toolQueues }: CreateWorkerOptions): void {
  const names = agents.map((agent) => agent.name);
  const twin = names.find((name, index) => names.indexOf(name) !== index);
  if (twin !== undefined) throw new Error(`Two agents of one worker are named "${twin}".`);
  if (toolQueues !== undefined && agents.length > 1) throw new Error('A worker for tool queues serves one agent.');
  if (names.length === 0) throw new Error('A worker needs at least one agent.');
}

function queueWorkers(
  options: CreateWorkerOptions,
  { agent, ...wired }: { readonly connection: NativeConnection; readonly agent: Agent; readonly activities: object },
): Promise<Worker>[] {
  const { namespace = 'default', identity, drain = DRAIN } = options;
  const who = identity === undefined ? {} : { identity };
  const shared = { ...engineOptions(drain), ...versioning(agent, options.version), ...who, ...wired, namespace };
  const create = async (taskQueue: string, workflows: object): Promise<Worker> =>
    Worker.create({ ...shared, ...workflows, taskQueue, ...options.engine });
  if (options.toolQueues !== undefined) return options.toolQueues.map((queue) => create(queue, {}));
  const withWorkflows = async () => create(agentTaskQueue(agent.name), { workflowBundle: await workflowBundle() });
  return [withWorkflows(), create(modelTaskQueue(agent.name), {})];
}

function running(
  workers: readonly Worker[],
  connection: NativeConnection,
  { progress, leaks }: Pick<ActivityDeps, 'progress' | 'leaks'>,
): TurnkeeperWorker {
  const stopAll = (): void => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  const runs = workers.map(async (worker) => {
    try {
      await worker.run();
    } finally {
      stopAll();
    }
  });
  const ended = Promise.all(runs).finally(() => connection.close());
  const done = ended.then(() => {
    leaks.complain();
  });
  done.catch(() => undefined);
  leaks.full.addEventListener('abort', stopAll, { once: true });
  return {
    progress,
    leakedBodies: () => leaks.count,
    done,
    shutdown: async () => {
      stopAll();
      await ended;
    },
  };
}
