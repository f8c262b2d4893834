/**
 * The builds of an agent's workers, as the server knows them: which are there, which one is current, and what is still
 * open on each. Asks no worker.
 */
import type { Client } from '@temporalio/client';
import { agentDeployment, agentTaskQueue } from '../core/identity.ts';
import { sessionSignals, workflowTypes } from '../core/session-messages.ts';
import { ClientError } from './client-error.ts';
import { checkedDeadline } from './deadline.ts';
import { isNotFound, isNotReady } from './grpc-status.ts';
import { runningTurns } from './listed-rows.ts';

/** `draining`: not current any more, and something is open on it. `drained`: nothing is, its workers can be ended. */
export type BuildState = 'inactive' | 'current' | 'ramping' | 'draining' | 'drained';

export interface AgentBuild {
  readonly build: string;
  /** `inactive`: it was never current. `ramping`: the server gives it a part of what is new. */
  readonly state: BuildState;
  /** When its first worker came, in milliseconds since the epoch. */
  readonly createdAt: number;
  /** Open sessions and turns on it; the server's list lags some 30 ms behind. */
  readonly sessions: number;
  readonly turns: number;
}

export interface BuildsOptions {
  /** The workers' `version.deployment`, if they name one. */
  readonly deployment?: string;
}

export interface MakeCurrentOptions extends BuildsOptions {
  /** Milliseconds to wait for the build's workers, and for the server to pass it on. Default: 10,000. */
  readonly deadline?: number;
}

interface Meant {
  readonly agent: string;
  readonly deployment: string;
  readonly build: string;
}

const DEADLINE = 10_000;
const PAUSE = 100;
const ROUNDS = 5;
const ROUND = 500;
/** Sessions that are woken side by side. */
const AT_ONCE = 8;

/** temporal.api.enums.v1.WorkerDeploymentVersionStatus; the others say less than what is still open. */
const states: Readonly<Record<number, BuildState>> = { 1: 'inactive', 2: 'current', 3: 'ramping', 6: 'inactive' };

/** @returns newest first; none if no worker of the agent ever named a build */
export async function listBuilds(
  client: Client,
  agent: string,
  { deployment = agentDeployment(agent) }: BuildsOptions,
): Promise<readonly AgentBuild[]> {
  const found = await describeDeployment(client, deployment);
  const builds = (found?.versionSummaries ?? []).map(async (one): Promise<AgentBuild> => {
    const build = one.deploymentVersion?.buildId ?? '';
    const open = `ExecutionStatus = 'Running' AND TemporalWorkerDeploymentVersion = '${quoted(deployment)}:${quoted(build)}'`;
    const [sessions, turns] = await Promise.all(
      [workflowTypes.session, workflowTypes.turn].map(async (type) => {
        return (await client.workflow.count(`WorkflowType = '${type}' AND ${open}`)).count;
      }),
    );
    const counts = { sessions: sessions ?? 0, turns: turns ?? 0 };
    const state = states[Number(one.status)] ?? (counts.sessions + counts.turns > 0 ? 'draining' : 'drained');
    return { build, state, createdAt: Number(one.createTime?.seconds ?? 0) * 1_000, ...counts };
  });
  return (await Promise.all(builds)).sort((left, right) => right.createdAt - left.createdAt);
}

/**
 * New sessions begin on the build from now on, and those that are open move to it: each when its turn is over, idle ones
 * at once, for which they are woken by workers of their own build.
 * @returns how many were woken
 */
export async function makeCurrent(
  client: Client,
  { agent, build }: { readonly agent: string; readonly build: string },
  { deployment = agentDeployment(agent), deadline = DEADLINE }: MakeCurrentOptions,
): Promise<number> {
  const end = Date.now() + checkedDeadline(deadline);
  await setCurrent(client, { deployment, build }, end);
  while ((await currentOn(client, agentTaskQueue(agent))) !== build) {
    if (Date.now() >= end) {
      throw new ClientError('NoServer', `Build "${build}" is current, and the server has not passed it on in time.`);
    }
    await pause(PAUSE);
  }
  return wakeIdle(client, { agent, deployment, build });
}

/** Its workers may be about to come: the server takes it when it has seen them on every queue. */
async function setCurrent(
  { workflowService, options: { namespace, identity } }: Client,
  { deployment: deploymentName, build: buildId }: { readonly deployment: string; readonly build: string },
  end: number,
): Promise<void> {
  for (;;) {
    try {
      await workflowService.setWorkerDeploymentCurrentVersion({ namespace, deploymentName, buildId, identity });
      return;
    } catch (error) {
      if (!isNotFound(error) && !isNotReady(error)) throw error;
      if (Date.now() >= end) {
        const why = `Build "${buildId}" cannot be made current: ${error.message}`;
        throw new ClientError('NoWorker', why, error);
      }
    }
    await pause(PAUSE);
  }
}

/**
 * Idle sessions of other builds, more than once: what a server says of a build reaches its parts one after the other, and
 * one that somebody pinned stays. Others move without it.
 */
async function wakeIdle(client: Client, meant: Meant): Promise<number> {
  const woken = new Set<string>();
  for (let round = 1; round <= ROUNDS; round++) {
    const rest = (await idleElsewhere(client, meant)).values();
    const lane = async (): Promise<number> => {
      let asked = 0;
      for (const session of rest) {
        await wake(client, session);
        woken.add(session);
        asked += 1;
      }
      return asked;
    };
    const asked = await Promise.all(Array.from({ length: AT_ONCE }, lane));
    if (asked.every((count) => count === 0)) break;
    await pause(ROUND);
  }
  return woken.size;
}

async function idleElsewhere(client: Client, { agent, deployment, build }: Meant): Promise<readonly string[]> {
  const query = [
    `WorkflowType = '${workflowTypes.session}' AND ExecutionStatus = 'Running'`,
    `TaskQueue = '${agentTaskQueue(agent)}' AND TemporalWorkerDeployment = '${quoted(deployment)}'`,
    `TemporalWorkerDeploymentVersion != '${quoted(deployment)}:${build}'`,
  ].join(' AND ');
  const turns = await runningTurns(client, agent);
  const idle: string[] = [];
  for await (const { workflowId } of client.workflow.list({ query })) if (!turns.has(workflowId)) idle.push(workflowId);
  return idle;
}

/** One that has ended meanwhile needs no waking. */
async function wake(client: Client, session: string): Promise<void> {
  try {
    await client.workflow.getHandle(session).signal(sessionSignals.wake);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

async function describeDeployment({ workflowService, options: { namespace } }: Client, deploymentName: string) {
  try {
    const { workerDeploymentInfo } = await workflowService.describeWorkerDeployment({ namespace, deploymentName });
    return workerDeploymentInfo ?? undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** The build to which a queue's new workflows go. */
async function currentOn({ workflowService, options: { namespace } }: Client, name: string) {
  const { versioningInfo } = await workflowService.describeTaskQueue({ namespace, taskQueue: { name } });
  return versioningInfo?.currentDeploymentVersion?.buildId;
}

/** Nobody needs quotes in a name, and a query would have to escape them. */
function quoted(name: string): string {
  return name.replaceAll(/['\\]/g, '');
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
