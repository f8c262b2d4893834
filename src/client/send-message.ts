/**
 * Sends one message to a session as an update that answers at once; starts the session with it if that is wanted.
 */
import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import {
  WithStartWorkflowOperation,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
  isGrpcDeadlineError,
} from '@temporalio/client';
import type { Workflow } from '@temporalio/common';
import { ApplicationFailure, WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { agentTaskQueue } from '../core/identity.ts';
import { limits } from '../core/limits.ts';
import type { UserMessage } from '../core/messages.ts';
import { plainJson } from '../core/plain-json.ts';
import { isUserMessage } from '../core/user-message.ts';
import type { QueueInput } from '../core/session-messages.ts';
import { tooLargeMessage, unfitKey } from '../core/session-queues.ts';
import { sessionUpdates, workflowTypes } from '../core/session-messages.ts';
import type { QueueAnswer, QueueName, SessionInput } from '../core/session.ts';
import { ClientError } from './client-error.ts';
import { checkedDeadline } from './deadline.ts';
import { isNotFound, isUnavailable } from './grpc-status.ts';
import { absentSession, closedSession } from './say.ts';
import { startOptions } from './start-options.ts';
import type { SendOptions, SessionDeps } from './session-deps.ts';
import { describeSession } from './session-record.ts';

export async function sendMessage(
  deps: SessionDeps,
  queue: QueueName,
  sent: SendOptions & { readonly message: string | UserMessage },
): Promise<QueueAnswer> {
  const { key = randomUUID(), deadline = limits.answerWait, interrupt } = sent;
  requireKey(key);
  const { agent, model } = deps;
  const input: QueueInput = {
    key,
    message: userMessage(sent.message),
    ...(interrupt === true ? { interrupt } : {}),
    ...(agent === undefined ? {} : { agent }),
    ...(model === undefined ? {} : { model }),
  };
  const again = `to be sure, send it again with key "${key}"`;
  return answered(deps, { deadline, again }, () => update(deps, queue, input));
}

/** Asks for a message's one answer until the deadline. @param sent.again what to do if it did not come in time */
export async function answered<T>(
  deps: SessionDeps,
  sent: { readonly deadline: number; readonly again: string },
  ask: () => Promise<T>,
): Promise<T> {
  for (let rest = checkedDeadline(sent.deadline); ; rest -= limits.longestTime) {
    const end = Date.now() + Math.min(rest, limits.longestTime);
    try {
      return await deps.outbox.send(deps.id, () => deps.client.withDeadline(end, ask));
    } catch (error) {
      // Asking again is harmless: it is the same message.
      if (!isOverdue(error) || rest <= limits.longestTime) throw await explained(deps, error, sent);
    }
  }
}

function update(deps: SessionDeps, queue: QueueName, input: QueueInput): Promise<QueueAnswer> {
  const { client, id, agent, model, idleExpiry } = deps;
  const options = { args: [input] as [QueueInput], updateId: updateId(queue, input.key) };
  if (agent === undefined) {
    return client.workflow.getHandle(id).executeUpdate<QueueAnswer, [QueueInput]>(sessionUpdates[queue], options);
  }
  const started: SessionInput = {
    agent,
    ...(model === undefined ? {} : { model }),
    ...(idleExpiry === undefined ? {} : { idleExpiry }),
  };
  return client.workflow.executeUpdateWithStart<Workflow, QueueAnswer, [QueueInput]>(sessionUpdates[queue], {
    ...options,
    startWorkflowOperation: new WithStartWorkflowOperation(workflowTypes.session, startOptions(id, started)),
  });
}

function updateId(queue: QueueName, key: string): string {
  return `${queue}/${key}`;
}

/** The id of the update that sends a prompt. */
export function promptUpdateId(key: string): string {
  return updateId('prompts', key);
}

/** What cannot be a key is not sent as one. @throws ClientError `Refused` */
export function requireKey(key: unknown): void {
  const why = unfitKey(key);
  if (why !== undefined) throw new ClientError('Refused', why);
}

/** A text becomes a message of one text block, as the reference's prompts are. */
function userMessage(message: string | UserMessage): UserMessage {
  const made: UserMessage =
    typeof message === 'string'
      ? { role: 'user', content: [{ type: 'text', text: message }], timestamp: Date.now() }
      : message;
  const plain = plainJson(made, 'message');
  if (plain.kind === 'unfit') throw new ClientError('InvalidInput', `The message is no JSON: ${plain.problem}.`);
  if (!isUserMessage(plain.value)) {
    throw new ClientError('InvalidInput', 'The message must be a text or a user message: role, content and timestamp.');
  }
  if (plain.bytes > limits.messageBytes) throw new ClientError('InvalidInput', tooLargeMessage(plain.bytes));
  return plain.value;
}

async function explained(
  { client, id, agent }: SessionDeps,
  error: unknown,
  { deadline, again }: { readonly deadline: number; readonly again: string },
): Promise<unknown> {
  if (error instanceof WorkflowExecutionAlreadyStartedError) return closedSession(id, error);
  if (isUnavailable(error)) return new ClientError('NoServer', 'The Temporal server does not answer.', error);
  // One that closes while a message comes in forgets the message, which is then what is not found.
  if (isNotFound(error)) return (await isClosed(client, id)) ? closedSession(id, error) : absentSession(id, error);
  if (error instanceof WorkflowUpdateFailedError) {
    const why = error.cause instanceof ApplicationFailure ? error.cause.message : String(error.cause?.message);
    return new ClientError('Refused', why, error);
  }
  if (isOverdue(error)) {
    const queue = agent === undefined ? `the queue of session "${id}"` : agentTaskQueue(agent);
    const text =
      `No worker is polling ${queue}: nobody took the message within ${String(deadline)} ms. Start one with ` +
      `"turnkeeper worker FILE". One that starts now may still take it; ${again}.`;
    return new ClientError('NoWorker', text, error);
  }
  return error;
}

async function isClosed(client: Client, id: string): Promise<boolean> {
  try {
    return (await describeSession(client, id)).closeTime !== undefined;
  } catch {
    return false;
  }
}

function isOverdue(error: unknown): boolean {
  return error instanceof WorkflowUpdateRPCTimeoutOrCancelledError || isGrpcDeadlineError(error);
}
