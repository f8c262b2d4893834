/**
 * Sends a decision about a call that waits. It is durable once it is sent; the turn's history tells whether it was the
 * one that counted.
 */
import type { Client } from '@temporalio/client';
import type { DecideInput, Decision } from '../core/control.ts';
import { resultKind } from '../core/errors.ts';
import type { ResultKind } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import { parseCallId } from '../core/identity.ts';
import { limits } from '../core/limits.ts';
import { plainJson } from '../core/plain-json.ts';
import { turnSignals } from '../core/session-messages.ts';
import { isSettled, readApprovals } from './approvals.ts';
import { ClientError } from './client-error.ts';
import { checkedDeadline, deadlineSignal } from './deadline.ts';
import { isNotFound } from './grpc-status.ts';
import { historyFacts } from './history.ts';
import type { SayOptions } from './say.ts';
import { said, signalWorkflow } from './say.ts';
import type { WatchOptions } from './session-control.ts';

export interface DecideOptions extends SayOptions, WatchOptions {
  /** With an approval: run with these arguments instead; they are validated again. */
  readonly args?: JsonObject;
}

/**
 * What became of a decision. `decided`: another one was first, time was over, or the call was withdrawn; `unfit`: it
 * counts, but the call does not run for it, as its edited arguments are not valid or its tool is gone; `recorded`:
 * durable, but no worker has taken it up yet.
 */
export type DecisionOutcome =
  | { readonly kind: 'applied' }
  | { readonly kind: 'unfit'; readonly result: ResultKind }
  | { readonly kind: 'decided'; readonly decision: Decision }
  | { readonly kind: 'recorded' };

/**
 * What is decided already is answered with that decision, and nothing is sent.
 * @throws ClientError `InvalidInput` if the id, the words or the edited arguments are none, `UnknownSession` if nothing waits under it
 */
export async function decide(
  client: Client,
  approval: { readonly id: string; readonly approve: 'yes' | 'no' },
  options: DecideOptions,
): Promise<DecisionOutcome> {
  const call = callOf(approval.id);
  const { args, deadline = limits.effectWait } = options;
  checkedDeadline(deadline);
  const words = said(options);
  if (args !== undefined) requireArgs(args);
  const found = await decidable(client, approval.id, call);
  if (found.kind === 'decided') return found;
  const input: DecideInput = {
    ...words,
    index: call.index,
    argsHash: found.argsHash,
    approve: approval.approve,
    at: Date.now(),
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

/** What is not JSON would run as something else than was meant. */
function requireArgs(args: unknown): void {
  const plain = plainJson(args, 'args');
  if (plain.kind === 'unfit')
    throw new ClientError('InvalidInput', `The edited arguments are no JSON: ${plain.problem}.`);
  if (typeof plain.value !== 'object' || plain.value === null || Array.isArray(plain.value)) {
    throw new ClientError('InvalidInput', 'The edited arguments must be an object.');
  }
  if (plain.bytes <= limits.editedArgs) return;
  const size = `${String(plain.bytes)} bytes, at most ${String(limits.editedArgs)}`;
  throw new ClientError('InvalidInput', `The edited arguments are too large (${size}).`);
}

/**
 * How a call that asked for a decision was settled; undefined while it waits, and if nobody knows of it any more.
 * @throws ClientError `InvalidInput` if the id is none
 */
export async function readDecision(client: Client, id: string): Promise<Decision | undefined> {
  const call = callOf(id);
  try {
    return (await readApprovals(client, call.turnWorkflow)).decided.get(call.index);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

function callOf(id: string): CallRef {
  const call = parseCallId(id);
  if (call !== undefined) return call;
  throw new ClientError('InvalidInput', `"${id}" is no approval id; "turnkeeper approvals" lists them.`);
}

interface CallRef {
  readonly turnWorkflow: string;
  readonly index: number;
}

type Decidable =
  { readonly kind: 'waits'; readonly argsHash: string } | { readonly kind: 'decided'; readonly decision: Decision };

/** What the turn's history says of the call. @throws ClientError `UnknownSession` if it does not wait and nobody decided */
async function decidable(client: Client, id: string, call: CallRef): Promise<Decidable> {
  try {
    const { pending, decided } = await readApprovals(client, call.turnWorkflow);
    const waiting = pending.get(call.index);
    if (waiting !== undefined) return { kind: 'waits', argsHash: waiting.argsHash };
    const decision = decided.get(call.index);
    if (decision !== undefined && decision.kind !== 'withdrawn') return { kind: 'decided', decision };
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
    const { decision, index, verdict } = fact.result;
    if (index !== call.index) continue;
    if (!('id' in decision) || decision.id !== mine.decision) return { kind: 'decided', decision };
    const refused = verdict.kind === 'refused' ? resultKind(verdict.result.details) : undefined;
    if (refused === 'NotStarted') return { kind: 'decided', decision: { kind: 'withdrawn' } };
    if (refused === undefined || refused === 'Denied') return { kind: 'applied' };
    return { kind: 'unfit', result: refused };
  }
  return { kind: 'recorded' };
}
