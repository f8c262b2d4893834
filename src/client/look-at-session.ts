/**
 * One session of a list, looked at more closely than the list of workflows tells: by descriptions and, where needed, one
 * history. It asks no worker.
 */
import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import type { WaitingCall } from '../core/control.ts';
import { agentTaskQueue, callActivityId } from '../core/identity.ts';
import { waitingMemoKey } from '../core/session-messages.ts';
import type { SessionOutcome } from '../core/session.ts';
import { readApprovals } from './approvals.ts';
import { decodeFact } from './decode-fact.ts';
import { isNotFound } from './grpc-status.ts';
import type { SessionRow, TurnRow } from './listed-rows.ts';
import { knownOf } from './listed-states.ts';
import { POLL, lastPolls } from './pollers.ts';
import { retryingSteps, stepTimes } from './retrying-steps.ts';
import type { ListedApproval, ListedState, SessionOverview } from './session-overview.ts';
import { attemptsOf } from './session-pulse.ts';

/** What looks at several sessions have in common. */
export interface Look {
  readonly client: Client;
  /** Ends what is read piece by piece. */
  readonly signal: AbortSignal;
  /** Whether somebody polls a queue; asked once for each. */
  readonly polled: Map<string, Promise<boolean>>;
}

/** @returns undefined if it is gone. @throws whatever keeps the server from answering */
export async function lookAt(look: Look, row: SessionRow): Promise<SessionOverview | undefined> {
  let description: WorkflowExecutionDescription;
  try {
    description = await look.client.workflow.getHandle(row.id).describe();
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
  const closedAt = description.closeTime?.getTime();
  const fresh: SessionRow = {
    ...row,
    status: description.status.name,
    ...(closedAt === undefined ? {} : { closedAt }),
  };
  const { turn: _turn, ...known } = { ...fresh, startedAt: await firstStart(look, row, description) };
  return closedAt === undefined ? open(look, known, description) : closed(look, known, description);
}

/** A session that rolled over began with another execution. */
async function firstStart({ client }: Look, row: SessionRow, { raw, runId }: WorkflowExecutionDescription) {
  const first = raw.workflowExecutionInfo?.firstRunId || runId;
  if (first === runId) return row.startedAt;
  try {
    return (await client.workflow.getHandle(row.id, first).describe()).startTime.getTime();
  } catch (error) {
    if (isNotFound(error)) return row.startedAt;
    throw error;
  }
}

async function closed({ client }: Look, row: SessionRow, { runId, status }: WorkflowExecutionDescription) {
  const known = knownOf(row);
  if (status.name !== 'COMPLETED') return known;
  const { history } = await client.workflowService.getWorkflowExecutionHistoryReverse({
    namespace: client.options.namespace,
    execution: { workflowId: row.id, runId },
    maximumPageSize: 1,
  });
  const fact = (history?.events ?? []).map(decodeFact).find((one) => one?.kind === 'closed');
  if (fact?.kind !== 'closed' || fact.outcome === undefined) return known;
  const { turns, expired } = fact.outcome as SessionOutcome;
  return { ...known, turns, ...(expired === undefined ? {} : { state: 'expired' as const }) };
}

async function open(look: Look, row: SessionRow, { raw }: WorkflowExecutionDescription): Promise<SessionOverview> {
  const turn = await turnOf(look, raw);
  const failing = attemptsOf(raw.pendingWorkflowTask) ?? turn?.failing;
  const retrying = [...retryingSteps(raw), ...(turn?.retrying ?? [])];
  const waiting = turn?.waiting ?? [];
  const hasWork = turn !== undefined || Boolean(raw.pendingWorkflowTask) || (raw.pendingActivities ?? []).length > 0;
  const state = stateOf({
    failing,
    waiting: waiting.length,
    retrying: retrying.length,
    hasWork: hasWork ? 'yes' : 'no',
  });
  const known = knownOf(turn === undefined ? row : { ...row, turn: turn.row });
  return {
    ...known,
    state,
    activeAt: Math.max(known.activeAt, ...stepTimes(raw), ...(turn?.times ?? [])),
    ...(waiting.length === 0 ? {} : { waiting }),
    ...(retrying.length === 0 ? {} : { retrying }),
    ...(failing === undefined ? {} : { failing }),
    ...(state === 'idle' || row.agent === undefined || (await isServed(look, row.agent)) ? {} : { noWorker: true }),
  };
}

function stateOf(seen: {
  readonly failing: number | undefined;
  readonly waiting: number;
  readonly retrying: number;
  readonly hasWork: 'yes' | 'no';
}): ListedState {
  if (seen.failing !== undefined) return 'stuck';
  if (seen.waiting > 0) return 'waiting';
  if (seen.retrying > 0) return 'retrying';
  return seen.hasWork === 'yes' ? 'running' : 'idle';
}

async function turnOf(look: Look, { pendingChildren }: WorkflowExecutionDescription['raw']) {
  const workflowId = pendingChildren?.map((child) => child.workflowId ?? '').find((id) => /\/turn-\d+$/.test(id));
  if (workflowId === undefined) return undefined;
  const row: TurnRow = { workflowId, turn: Number(/\d+$/.exec(workflowId)?.[0]), startedAt: 0, waiting: [] };
  try {
    const { raw, memo, startTime } = await look.client.workflow.getHandle(workflowId).describe();
    const noted = (memo?.[waitingMemoKey] ?? []) as readonly WaitingCall[];
    return {
      row: { ...row, startedAt: startTime.getTime() },
      failing: attemptsOf(raw.pendingWorkflowTask),
      retrying: retryingSteps(raw),
      waiting: noted.length === 0 ? [] : await waitingIn(look, workflowId),
      times: stepTimes(raw),
    };
  } catch (error) {
    // It has ended meanwhile.
    if (isNotFound(error)) return { row, failing: undefined, retrying: [], waiting: [], times: [] };
    throw error;
  }
}

async function waitingIn({ client, signal }: Look, workflowId: string): Promise<readonly ListedApproval[]> {
  const { pending } = await readApprovals(client, workflowId, { signal });
  return [...pending].map(([index, { tool, since, expiresAt }]) => {
    return { id: `${workflowId}/${callActivityId(index)}`, tool, since, expiresAt };
  });
}

function isServed({ client, polled }: Look, agent: string): Promise<boolean> {
  const queue = agentTaskQueue(agent);
  const asked =
    polled.get(queue) ?? lastPolls(client, queue).then((times) => times.some((at) => Date.now() - at <= POLL));
  polled.set(queue, asked);
  return asked;
}
