/**
 * Ends a session and deletes what the engine keeps of it: its own executions and its turns'. It must never touch another
 * session, or the store: entries and receipts there may be shared.
 */
import type { Client } from '@temporalio/client';
import { isNotFound } from './grpc-status.ts';
import { describeSession } from './session-record.ts';

/** Workflow executions whose deletion the server has taken on; `left` of them it still lists. */
export interface RemovedSession {
  readonly executions: number;
  /** The server deletes what has ended in its own time, within a minute. */
  readonly left: number;
}

/** The list of executions lags behind: it is looked at until it names nothing new. */
const ROUNDS = 50;
const PAUSE = 300;

/**
 * An open session is not terminated first: what is open is deleted at once, what has ended only some 30 s later.
 * @throws ClientError `UnknownSession`
 */
export async function removeSession(client: Client, id: string): Promise<RemovedSession> {
  const { raw, runId } = await describeSession(client, id);
  const asked = new Set<string>();
  const ask = async (executions: Iterable<PossibleExecution>): Promise<number> => {
    let fresh = 0;
    for (const { workflowId, runId: run } of executions) {
      if (!workflowId || !run || asked.has(run)) continue;
      asked.add(run);
      fresh++;
      await deleteExecution(client, { workflowId, runId: run });
    }
    return fresh;
  };
  // The session first, so that it does not recover its turn.
  await ask([{ workflowId: id, runId }, ...(raw.pendingChildren ?? [])]);
  for (let round = 0; ; round++) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    const listed = await executionsOf(client, id);
    const fresh = await ask(listed);
    if (fresh === 0 || round === ROUNDS) return { executions: asked.size, left: listed.length };
  }
}

interface PossibleExecution {
  readonly workflowId?: string | null;
  readonly runId?: string | null;
}

/** One that is gone already is no failure. */
async function deleteExecution(
  client: Client,
  workflowExecution: { readonly workflowId: string; readonly runId: string },
) {
  try {
    const { namespace } = client.options;
    await client.workflowService.deleteWorkflowExecution({ namespace, workflowExecution });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/** A session id holds nothing that would have to be escaped in a query. */
async function executionsOf(client: Client, id: string) {
  const query = `WorkflowId = '${id}' OR WorkflowId STARTS_WITH '${id}/'`;
  const found: { readonly workflowId: string; readonly runId: string }[] = [];
  for await (const { workflowId, runId } of client.workflow.list({ query })) found.push({ workflowId, runId });
  return found;
}
