/**
 * Calls that wait for somebody, in one session or in all of them: found by the turns' memos, read from their histories.
 */
import type { Client } from '@temporalio/client';
import type { Decision, WaitingCall } from '../core/control.ts';
import type { JsonObject } from '../core/json.ts';
import type { PendingCall } from '../core/calls.ts';
import { callActivityId } from '../core/identity.ts';
import { waitingMemoKey, workflowTypes } from '../core/session-messages.ts';
import type { ClearedBatch, SettledApproval } from '../core/turn.ts';
import { historyFacts } from './history.ts';
import { describeSession } from './session-record.ts';

/** A call that waits. Times in milliseconds since the epoch; `args` are exactly what would run. */
export interface PendingApproval {
  readonly id: string;
  readonly session: string;
  readonly tool: string;
  readonly args: JsonObject;
  readonly argsHash: string;
  readonly reason?: string;
  readonly since: number;
  readonly expiresAt: number;
}

/** Oldest first. @param session only of this session; then exact, while a list of all may lag some 30 ms behind */
export async function listApprovals(client: Client, session?: string): Promise<readonly PendingApproval[]> {
  const turns = session === undefined ? waitingTurns(client) : runningTurns(client, session);
  const found: PendingApproval[] = [];
  for await (const workflowId of turns) found.push(...(await pendingIn(client, workflowId)));
  return found.sort((left, right) => left.since - right.since);
}

async function* waitingTurns(client: Client): AsyncGenerator<string> {
  const query = `WorkflowType = '${workflowTypes.turn}' AND ExecutionStatus = 'Running'`;
  for await (const { workflowId, memo } of client.workflow.list({ query })) {
    const waiting = (memo?.[waitingMemoKey] ?? []) as readonly WaitingCall[];
    if (waiting.length > 0) yield workflowId;
  }
}

async function* runningTurns(client: Client, session: string): AsyncGenerator<string> {
  for (const { workflowId } of (await describeSession(client, session)).raw.pendingChildren ?? []) {
    if (workflowId) yield workflowId;
  }
}

/** What the turn's own history says: asked for, and not settled yet. */
async function pendingIn(client: Client, workflowId: string): Promise<readonly PendingApproval[]> {
  return [...(await readApprovals(client, workflowId)).pending.values()];
}

export interface KnownApprovals {
  /** By the call's index. */
  readonly pending: ReadonlyMap<number, PendingApproval>;
  readonly decided: ReadonlyMap<number, Decision>;
}

/**
 * What a turn's own history says about its calls that asked for a decision. @throws if there is no such turn
 * @param options.signal ends it with what was read so far
 */
export async function readApprovals(
  client: Client,
  workflowId: string,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<KnownApprovals> {
  const pending = new Map<number, PendingApproval>();
  const decided = new Map<number, Decision>();
  for await (const fact of historyFacts(client, { workflowId }, { wait: 'recorded', signal })) {
    if (fact.kind !== 'step' && fact.kind !== 'completed') continue;
    const { result } = fact;
    if (isSettled(result)) {
      pending.delete(result.index);
      decided.set(result.index, result.decision);
    }
    if (!isCleared(result)) continue;
    for (const verdict of result.verdicts) {
      if (verdict.kind === 'pending') pending.set(verdict.index, approvalOf(workflowId, verdict, fact.at));
    }
  }
  return { pending, decided };
}

function approvalOf(workflowId: string, { index, tool, args, argsHash, request }: PendingCall, since: number) {
  const { expiresAfter, ...reason } = request;
  const session = workflowId.slice(0, workflowId.indexOf('/'));
  const id = `${workflowId}/${callActivityId(index)}`;
  return { id, session, tool: tool.name, args, argsHash, ...reason, since, expiresAt: since + expiresAfter };
}

/** Is it what the step `settleApproval` answers? */
export function isSettled(result: unknown): result is SettledApproval {
  return typeof result === 'object' && result !== null && 'decision' in result && 'index' in result;
}

function isCleared(result: unknown): result is ClearedBatch {
  return typeof result === 'object' && result !== null && 'verdicts' in result;
}
