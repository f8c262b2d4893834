/**
 * The plain durable tool executor: one turn for given calls, without a model. The same id attaches, never repeats.
 */
import type { Client } from '@temporalio/client';
import { canonicalJson } from '../core/canonical.ts';
import { agentTaskQueue } from '../core/identity.ts';
import type { AssistantMessage, ToolCall, ToolResultMessage } from '../core/messages.ts';
import { toolCalls } from '../core/batch-rules.ts';
import { workflowTypes } from '../core/session-messages.ts';
import type { SessionInput } from '../core/session.ts';
import { ClientError } from './client-error.ts';
import { checkedCalls } from './given-calls.ts';
import { historyFacts } from './history.ts';
import { requireWorker } from './require-worker.ts';
import type { Session } from './session.ts';
import { startOptions } from './start-options.ts';

/** What an executed list of calls gives: one message per call, in call order. */
export interface ExecutedCalls {
  readonly session: string;
  readonly results: readonly ToolResultMessage[];
}

export async function executeToolCalls(
  where: { readonly client: Client; readonly session: Session; readonly agent: string },
  calls: AssistantMessage | readonly ToolCall[],
): Promise<ExecutedCalls> {
  const { client, session, agent } = where;
  const given = checkedCalls(calls);
  const wanted = toolCalls(given).length;
  const input: SessionInput = { agent, given };
  await client.workflow.start(workflowTypes.session, startOptions(session.id, input)).catch((error: unknown) => {
    if (!(error instanceof Error && error.name === 'WorkflowExecutionAlreadyStartedError')) throw error;
  });
  await requireWorker(client, agentTaskQueue(agent));
  await requireSameCalls(client, session.id, input);
  await client.workflow.getHandle(session.id).result();
  const { lastRun } = await session.record();
  if (lastRun?.ended === 'error') throw new ClientError('SessionFailed', lastRun.errorMessage ?? 'The turn failed.');
  const transcript = await session.transcript();
  const results = transcript.filter((message) => message.role === 'toolResult');
  if (results.length < wanted) {
    throw new ClientError(
      'SessionFailed',
      'The run was aborted before its first step: none of its calls was executed.',
    );
  }
  return { session: session.id, results: results.slice(-wanted) };
}

/** An id that is taken must have been taken by these very calls. */
async function requireSameCalls(client: Client, id: string, { agent, given }: SessionInput): Promise<void> {
  const started = await historyFacts(client, { workflowId: id }, { wait: 'recorded' }).next();
  const found = started.done || started.value.kind !== 'started' ? undefined : (started.value.input as SessionInput);
  const asked = { agent, content: given?.content };
  if (canonicalJson({ agent: found?.agent, content: found?.given?.content }) === canonicalJson(asked)) return;
  throw new ClientError(
    'InvalidInput',
    `The id "${id}" is taken by other calls or by a conversation; choose another one.`,
  );
}
