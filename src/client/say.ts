/**
 * Sends one signal: durable as soon as the server has it, whether or not a worker is up. What became of it is seen in
 * the events.
 */
import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import type { Said } from '../core/control.ts';
import { limits } from '../core/limits.ts';
import { ClientError } from './client-error.ts';
import { isNotFound } from './grpc-status.ts';

/** Who says it and why; `by` defaults to `operator`. */
export interface SayOptions {
  readonly by?: string;
  readonly reason?: string;
}

/** @throws ClientError `InvalidInput` if who or why is no text, or too long to be carried */
export function said({ by = 'operator', reason }: SayOptions): Said {
  requireText('by', by, limits.saidName);
  if (reason !== undefined) requireText('reason', reason, limits.saidReason);
  return { id: randomUUID(), by, ...(reason === undefined ? {} : { reason }) };
}

function requireText(name: string, text: unknown, most: number): void {
  if (typeof text === 'string' && text.length <= most) return;
  const got = typeof text === 'string' ? `${String(text.length)} characters` : typeof text;
  throw new ClientError('InvalidInput', `${name} must be a text of at most ${String(most)} characters (got ${got}).`);
}

/** @throws ClientError `UnknownSession` with `missing` as its text, if there is no such open workflow */
export async function signalWorkflow(
  client: Client,
  workflowId: string,
  message: { readonly signal: string; readonly input: Said; readonly missing: string },
): Promise<void> {
  try {
    await client.workflow.getHandle(workflowId).signal(message.signal, message.input);
  } catch (error) {
    if (isNotFound(error)) throw new ClientError('UnknownSession', message.missing, error);
    throw error;
  }
}

/** @throws ClientError `UnknownSession`, or `ClosedSession` if it has ended */
export async function signalSession(
  client: Client,
  id: string,
  message: { readonly signal: string; readonly input: Said },
): Promise<void> {
  try {
    await client.workflow.getHandle(id).signal(message.signal, message.input);
  } catch (error) {
    if (isNotFound(error)) throw absentSession(id, error);
    throw error;
  }
}

/** What it means that the server finds no open workflow of a session. */
export function absentSession(id: string, error: Error): ClientError {
  return /already completed/.test(error.message)
    ? closedSession(id, error)
    : new ClientError('UnknownSession', `There is no session "${id}".`, error);
}

export function closedSession(id: string, error: Error): ClientError {
  return new ClientError('ClosedSession', `Session "${id}" is closed; start another one.`, error);
}
