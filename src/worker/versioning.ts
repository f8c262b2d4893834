/**
 * The engine's worker versioning, as far as Turnkeeper uses it: every workflow is pinned to the build that began it, and a
 * session's workflow moves by itself, between two turns.
 */
import type { WorkerOptions } from '@temporalio/worker';
import type { Agent } from '../agent/index.ts';
import { agentDeployment, isBuildId } from '../core/identity.ts';

export interface WorkerVersion {
  /** Names the build: `[A-Za-z0-9._-]{1,64}`, such as a release or a commit. The same code, the same name. */
  readonly build: string;
  /** Default: one for each agent, which all of its builds share (`agentDeployment`). */
  readonly deployment?: string;
}

/** @throws if the build cannot be one */
export function versioning(agent: Agent, version: WorkerVersion | undefined): Partial<WorkerOptions> {
  if (version === undefined) return {};
  const { build, deployment = agentDeployment(agent.name) } = version;
  if (!isBuildId(build)) {
    throw new Error(`A build is named by 1 to 64 of A-Z a-z 0-9 . _ - (got ${JSON.stringify(build)}).`);
  }
  return {
    workerDeploymentOptions: {
      useWorkerVersioning: true,
      version: { deploymentName: deployment, buildId: build },
      defaultVersioningBehavior: 'PINNED',
    },
  };
}
