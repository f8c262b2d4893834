/**
 * Calls that wait for somebody: lists them over all sessions, and sends decisions about them. A decision is durable once
 * it is sent; the turn's history tells whether it was the one that counted.
 */
import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import type { DecideInput, Decision, WaitingCall } from '../core/control.ts';
import type { JsonObject } from '../core/json.ts';
import type { PendingCall } from '../core/calls.ts';
import { callActivityId, parseCallId } from '../core/identity.ts';
import { turnSignals, waitingMemoKey, workflowTypes } from '../core/session-messages.ts';
import type { ClearedBatch, SettledApproval } from '../core/turn.ts';
import { ClientError } from './client-error.ts';
import { checkedDeadline, deadlineSignal } from './deadline.ts';
import { isNotFound } from './grpc-status.ts';
import { historyFacts } from './history.ts';
import type { SayOptions } from './say.ts';
import { signalWorkflow } from './say.ts';
import type { WatchOptions } from './session-control.ts';
import { describeSession } from './session-record.ts';

const DEADLINE = 15_000;

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

export interface DecideOptions extends SayOptions, WatchOptions {
  /** With an approval: run with these arguments instead; they are validated again. */
  readonly args?: JsonObject;
}

/**
 * What became of a decision. `decided`: another one was first, or time was over; `recorded`: durable, but no worker has
 * taken it up yet.
 */
export type DecisionOutcome =
  | { readonly kind: 'applied' }
  | { readonly kind: 'decided'; readonly decision: Decision }
  | { readonly kind: 'recorded' };

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

interface KnownApprovals {
  /** By the call's index. */
  readonly pending: ReadonlyMap<number, PendingApproval>;
  readonly decided: ReadonlyMap<number, Decision>;
}

async function readApprovals(client: Client, workflowId: string): Promise<KnownApprovals> {
  const pending = new Map<number, PendingApproval>();
  const decided = new Map<number, Decision>();
  for await (const fact of historyFacts(client, { workflowId }, { wait: 'recorded' })) {
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

/**
 * What is decided already is answered with that decision, and nothing is sent.
 * @throws ClientError `InvalidInput` if the id is none, `UnknownSession` if nothing waits under it
 */
export async function decide(
  client: Client,
  approval: { readonly id: string; readonly approve: 'yes' | 'no' },
  options: DecideOptions,
): Promise<DecisionOutcome> {
  const call = parseCallId(approval.id);
  if (call === undefined) {
    throw new ClientError('InvalidInput', `"${approval.id}" is no approval id; "turnkeeper approvals" lists them.`);
  }
  const { by = 'operator', reason, args, deadline = DEADLINE } = options;
  checkedDeadline(deadline);
  const earlier = await earlierDecision(client, approval.id, call);
  if (earlier !== undefined) return { kind: 'decided', decision: earlier };
  const input: DecideInput = {
    id: randomUUID(),
    by,
    index: call.index,
    approve: approval.approve,
    ...(reason === undefined ? {} : { reason }),
    ...(args === undefined ? {} : { args }),
  };
  const missing = nothingWaits(approval.id);
  await signalWorkflow(client, call.turnWorkflow, { signal: turnSignals.decide, input, missing });
  const over = deadlineSignal(deadline, options.signal);
  try {
    return await outcomeOf(client, call, { decision: input.id, signal: over.signal });
  } finally {
    over.end();
  }
}

interface CallRef {
  readonly turnWorkflow: string;
  readonly index: number;
}

/** Undefined while the call waits. @throws ClientError `UnknownSession` if it does not wait and nobody decided */
async function earlierDecision(client: Client, id: string, call: CallRef): Promise<Decision | undefined> {
  try {
    const { pending, decided } = await readApprovals(client, call.turnWorkflow);
    if (pending.has(call.index)) return undefined;
    const decision = decided.get(call.index);
    if (decision !== undefined && decision.kind !== 'withdrawn') return decision;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  throw new ClientError('UnknownSession', nothingWaits(id));
}

function nothingWaits(id: string): string {
  return `Nothing waits under "${id}"; "turnkeeper approvals" lists what does.`;
}

async function outcomeOf(
  client: Client,
  call: CallRef,
  mine: { readonly decision: string; readonly signal: AbortSignal },
): Promise<DecisionOutcome> {
  const facts = historyFacts(client, { workflowId: call.turnWorkflow }, { wait: 'live', signal: mine.signal });
  for await (const fact of facts) {
    if ((fact.kind !== 'step' && fact.kind !== 'completed') || !isSettled(fact.result)) continue;
    const { decision, index } = fact.result;
    if (index !== call.index) continue;
    return 'id' in decision && decision.id === mine.decision ? { kind: 'applied' } : { kind: 'decided', decision };
  }
  return { kind: 'recorded' };
}

function isSettled(result: unknown): result is SettledApproval {
  return typeof result === 'object' && result !== null && 'decision' in result && 'index' in result;
}

function isCleared(result: unknown): result is ClearedBatch {
  return typeof result === 'object' && result !== null && 'verdicts' in result;
}
