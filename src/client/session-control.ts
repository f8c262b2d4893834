/**
 * What an operator does to a session: end its run, end one call, close it. Signals first, then the events tell what
 * became of them.
 */
import type { CancelCallInput } from '../core/control.ts';
import { turnWorkflowId } from '../core/identity.ts';
import { sessionSignals, turnSignals } from '../core/session-messages.ts';
import type { RunEnd } from '../core/session.ts';
import { ClientError } from './client-error.ts';
import type { SayOptions } from './say.ts';
import { said, signalWorkflow } from './say.ts';
import type { SessionDeps } from './session-deps.ts';
import { firstRunId } from './session-record.ts';

export interface AbortOptions extends SayOptions {
  /** Default: the run that is active when the signal is handled. */
  readonly run?: number;
}

export interface CallPlace {
  readonly turn: number;
  /** From 0. */
  readonly index: number;
}

/** `recorded`: durable, but nothing has shown its effect in time; it takes effect when a worker is up. */
export type AbortOutcome =
  { readonly kind: 'ended'; readonly run: number; readonly ended: RunEnd } | { readonly kind: 'recorded' };

export async function abortRun({ client, id }: SessionDeps, options: AbortOptions): Promise<void> {
  const { run } = options;
  const input = { ...said(options), ...(run === undefined ? {} : { run }) };
  await signalWorkflow(client, id, {
    signal: sessionSignals.abort,
    input,
    missing: `There is no open session "${id}".`,
  });
}

export async function closeSession({ client, id }: SessionDeps, options: SayOptions): Promise<void> {
  const missing = `There is no open session "${id}".`;
  await signalWorkflow(client, id, { signal: sessionSignals.close, input: said(options), missing });
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
