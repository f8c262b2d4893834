/**
 * Whether a session goes on: does a worker serve its agent's queue, do its workflow tasks succeed? The server's word
 * first; only where that is not clear the worker is asked, by a query, which leaves no trace in the history.
 */
import type { Client } from '@temporalio/client';
import { isGrpcServiceError } from '@temporalio/client';
import { agentTaskQueue } from '../core/identity.ts';
import { POLL, lastPolls } from './pollers.ts';
import type { RetryingStep } from './retrying-steps.ts';
import { retryingSteps } from './retrying-steps.ts';
import { runningTurn } from './session-control.ts';
import { describeSession } from './session-record.ts';
import { failsByNonDeterminism } from './task-failure.ts';

/** Times in milliseconds since the epoch. */
export interface SessionPulse {
  readonly queue: string;
  /** `seen` is when somebody last polled the queue, as far as the server remembers (some 5 min). */
  readonly worker: { readonly kind: 'polling' } | { readonly kind: 'gone'; readonly seen?: number };
  /** The turn under way. `failing` counts the attempts of its workflow task, if they keep failing; `retrying`: its steps. */
  readonly turn?: {
    readonly turn: number;
    readonly failing?: number;
    /** It fails because the worker's code does not fit its history. */
    readonly nonDeterministic?: true;
    readonly retrying: readonly RetryingStep[];
  };
  /** The same for the session's own workflow. */
  readonly failing?: number;
}

/** How long a worker may take to answer a query. */
const ANSWER = 2_000;
/** A worker that dies once or twice under a task does not make it stuck. */
const ATTEMPTS = 3;

/** @throws ClientError `UnknownSession` */
export async function readPulse(client: Client, id: string): Promise<SessionPulse> {
  const { raw, taskQueue, memo } = await describeSession(client, id);
  const { agent } = (memo ?? {}) as { readonly agent?: string };
  const queue = agent === undefined ? taskQueue : agentTaskQueue(agent);
  const failing = attemptsOf(raw.pendingWorkflowTask);
  const turn = await runningTurn({ client, id });
  return {
    queue,
    worker: await workerOf(client, queue, id),
    ...(failing === undefined ? {} : { failing }),
    ...(turn === undefined ? {} : { turn: await turnPulse(client, turn) }),
  };
}

async function turnPulse(client: Client, { workflowId, turn }: { readonly workflowId: string; readonly turn: number }) {
  const { raw } = await client.workflow.getHandle(workflowId).describe();
  const failing = attemptsOf(raw.pendingWorkflowTask);
  const base = { turn, retrying: retryingSteps(raw) };
  if (failing === undefined) return base;
  const unfit = (await failsByNonDeterminism(client, workflowId)) ? { nonDeterministic: true as const } : {};
  return { ...base, failing, ...unfit };
}

/** Attempts of a workflow task that keeps failing. */
export function attemptsOf(task: { readonly attempt?: number | null } | null | undefined): number | undefined {
  const attempt = task?.attempt ?? 0;
  return attempt >= ATTEMPTS ? attempt : undefined;
}

async function workerOf(client: Client, queue: string, id: string): Promise<SessionPulse['worker']> {
  const times = await lastPolls(client, queue);
  if (times.length === 0) return { kind: 'gone' };
  const seen = Math.max(...times);
  const isLong = Date.now() - seen > POLL;
  return !isLong && (await answers(client, id)) ? { kind: 'polling' } : { kind: 'gone', seen };
}

/** A poller stays listed when its process is killed. Any answer is one, also that there is no such query. */
async function answers(client: Client, id: string): Promise<boolean> {
  try {
    const query = () => client.workflow.getHandle(id).query('turnkeeper-pulse');
    await client.withDeadline(Date.now() + ANSWER, query);
    return true;
  } catch (error) {
    return !isNoAnswer(error);
  }
}

/** gRPC's codes for: cancelled, too late, not served now. */
const NO_ANSWER = new Set([1, 4, 14]);

function isNoAnswer(error: unknown): boolean {
  if (isGrpcServiceError(error)) return NO_ANSWER.has(error.code);
  const cause = error instanceof Error ? error.cause : undefined;
  return isGrpcServiceError(cause) && NO_ANSWER.has(cause.code);
}
