/**
 * Sends one signal: durable as soon as the server has it, whether or not a worker is up. What became of it is seen in
 * the events.
 */
import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import type { Said } from '../core/control.ts';
import { ClientError } from './client-error.ts';
import { isNotFound } from './grpc-status.ts';

/** Who says it and why; `by` defaults to `operator`. */
export interface SayOptions {
  readonly by?: string;
  readonly reason?: string;
}

export function said({ by = 'operator', reason }: SayOptions): Said {
  return { id: randomUUID(), by, ...(reason === undefined ? {} : { reason }) };
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
