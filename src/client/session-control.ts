/**
 * What an operator does to a session: end its run, one call, a stuck turn; close it. A signal first, then the events
 * tell what became of it.
 */
import type { AbortInput, CancelCallInput } from '../core/control.ts';
import { resultKind } from '../core/errors.ts';
import type { ResultKind } from '../core/errors.ts';
import type { AgentEvent } from '../core/events.ts';
import { turnWorkflowId } from '../core/identity.ts';
import type { AssistantMessage } from '../core/messages.ts';
import { sessionSignals, turnSignals } from '../core/session-messages.ts';
import type { RunEnd } from '../core/session.ts';
import { ClientError } from './client-error.ts';
import { isNotFound } from './grpc-status.ts';
import type { SayOptions } from './say.ts';
import { said, signalSession, signalWorkflow } from './say.ts';
import type { SessionDeps } from './session-deps.ts';
import { describeSession, firstRunId } from './session-record.ts';

export interface AbortOptions extends SayOptions {
  /** Default: the run under way. */
  readonly run?: number;
}

export interface CallPlace {
  readonly turn: number;
  /** From 0. */
  readonly index: number;
}

/** How long an operator waits to see the effect. */
export interface WatchOptions {
  /** Milliseconds; 0 does not wait. Default: 15,000. */
  readonly deadline?: number;
  /** Ends the wait, not what was said. */
  readonly signal?: AbortSignal;
}

/** `recorded`: durable, but nothing has shown its effect in time; it takes effect when a worker is up. */
export type AbortOutcome =
  { readonly kind: 'ended'; readonly run: number; readonly ended: RunEnd } | { readonly kind: 'recorded' };

/** `result` is the kind of the call's result; absent if it is the tool's own. */
export type CancelOutcome = { readonly kind: 'ended'; readonly result?: ResultKind } | { readonly kind: 'recorded' };

/** The turn that was ended, and how its run ended. */
export type EndTurnOutcome = AbortOutcome & { readonly turn: number };

/** The run is always named: a signal that comes late must not end the next one. */
export async function abortRun(
  { client, id }: SessionDeps,
  { run, ...say }: AbortOptions & { readonly run: number },
): Promise<void> {
  const input: AbortInput = { ...said(say), run };
  await signalSession(client, id, { signal: sessionSignals.abort, input });
}

export async function closeSession({ client, id }: SessionDeps, options: SayOptions): Promise<void> {
  await signalSession(client, id, { signal: sessionSignals.close, input: said(options) });
}

export async function cancelCall({ client, id }: SessionDeps, call: CallPlace, options: SayOptions): Promise<void> {
  if (!Number.isInteger(call.turn) || call.turn < 1 || !Number.isInteger(call.index) || call.index < 0) {
    throw new ClientError('InvalidInput', 'A call is named by its turn (from 1) and its index (from 0).');
  }
  const execution = await firstRunId(client, id);
  const turn = turnWorkflowId({ session: id, execution, turn: call.turn, run: 0 });
  const input: CancelCallInput = { ...said(options), index: call.index };
  const missing = `Turn ${String(call.turn)} of session "${id}" is not running.`;
  await signalWorkflow(client, turn, { signal: turnSignals.cancelCall, input, missing });
}

/** Ends the workflow of the turn under way. @throws ClientError `UnknownSession`, `InvalidInput` if there is no turn */
export async function terminateTurn({ client, id }: SessionDeps, options: SayOptions): Promise<number> {
  const { by, reason } = said(options);
  const turn = await runningTurn({ client, id });
  if (turn !== undefined) {
    try {
      const why = [`ended by ${by}`, ...(reason === undefined ? [] : [reason])].join(': ');
      await client.workflow.getHandle(turn.workflowId).terminate(why);
      return turn.turn;
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  throw new ClientError('InvalidInput', `No turn of session "${id}" is running.`);
}

/** The turn under way, as the session's description names it. @throws ClientError `UnknownSession` */
export async function runningTurn({ client, id }: Pick<SessionDeps, 'client' | 'id'>) {
  for (const { workflowId } of (await describeSession(client, id)).raw.pendingChildren ?? []) {
    const turn = /\/turn-(\d+)$/.exec(workflowId ?? '')?.[1];
    if (workflowId && turn !== undefined) return { workflowId, turn: Number(turn) };
  }
  return undefined;
}

/** How the run ended; `recorded` if `events` end before. */
export async function runEnded(events: AsyncIterable<AgentEvent>, meant: number): Promise<AbortOutcome> {
  for await (const event of events) {
    if (event.type !== 'agent_end' || event.run !== meant) continue;
    return { kind: 'ended', run: meant, ended: event.ended };
  }
  return { kind: 'recorded' };
}

/** How the call ended; `recorded` if `events` end before. @throws ClientError `InvalidInput` if there is no such call */
export async function callEnded(events: AsyncIterable<AgentEvent>, call: CallPlace): Promise<CancelOutcome> {
  for await (const event of events) {
    if (event.turn !== call.turn) continue;
    if (event.type === 'message_end' && event.message.role === 'assistant') refuseAbsent(call, event.message);
    if (event.type !== 'tool_execution_end' || event.index !== call.index) continue;
    const result = event.isError ? resultKind(event.result.details) : undefined;
    return { kind: 'ended', ...(result === undefined ? {} : { result }) };
  }
  return { kind: 'recorded' };
}

function refuseAbsent({ turn, index }: CallPlace, message: AssistantMessage): void {
  const calls = message.content.filter((block) => block.type === 'toolCall').length;
  if (index < calls) return;
  const has = calls === 0 ? 'no calls' : `calls 0 to ${String(calls - 1)}`;
  throw new ClientError('InvalidInput', `Turn ${String(turn)} has no call ${String(index)}: it has ${has}.`);
}
