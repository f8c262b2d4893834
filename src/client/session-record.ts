/**
 * What the server knows of a session without asking a worker: read from descriptions and histories.
 */
import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import { memoKey } from '../core/session-messages.ts';
import type { RunMemo, SessionInput, SessionOutcome, UndeliveredMessage } from '../core/session.ts';
import type { RecoveredTurn, TurnOutcome } from '../core/turn.ts';
import { ClientError } from './client-error.ts';
import { decodeFact } from './decode-fact.ts';
import { isNotFound } from './grpc-status.ts';

export interface SessionRecord {
  readonly id: string;
  readonly status: string;
  readonly startedAt: Date;
  readonly closedAt?: Date;
  readonly agent?: string;
  readonly model?: string;
  /** The last run that ended. */
  readonly lastRun?: RunMemo;
  /** The newest committed transcript. */
  readonly head: string | null;
  /** It closed by itself, because it was idle for too long. */
  readonly expired?: true;
  /** Steers and follow-ups that were accepted and no run saw before the session ended. Absent if there are none. */
  readonly undelivered?: readonly UndeliveredMessage[];
  /** The turn under way. */
  readonly turn?: number;
  readonly historyEvents: number;
}

/** @throws ClientError `UnknownSession` */
export async function readRecord(client: Client, id: string): Promise<SessionRecord> {
  const description = await describeSession(client, id);
  const memo = description.memo as { agent?: string; model?: string; [memoKey]?: RunMemo } | undefined;
  const lastRun = memo?.[memoKey];
  const turn = turnUnderWay(description.raw);
  return {
    id,
    status: description.status.name,
    startedAt: description.startTime,
    ...(description.closeTime === undefined ? {} : { closedAt: description.closeTime }),
    ...(memo?.agent === undefined ? {} : { agent: memo.agent }),
    ...(memo?.model === undefined ? {} : { model: memo.model }),
    ...(lastRun === undefined ? {} : { lastRun }),
    ...(await newestState(client, id, description.runId)),
    ...(turn === undefined ? {} : { turn }),
    historyEvents: description.historyLength,
  };
}

function turnUnderWay({ pendingChildren }: WorkflowExecutionDescription['raw']): number | undefined {
  const turns = (pendingChildren ?? []).map(({ workflowId }) => /\/turn-(\d+)$/.exec(workflowId ?? '')?.[1]);
  const turn = turns.find((one) => one !== undefined);
  return turn === undefined ? undefined : Number(turn);
}

/** The run with which the session's chain of executions begins. */
export async function firstRunId(client: Client, id: string): Promise<string> {
  const { raw, runId } = await describeSession(client, id);
  return raw.workflowExecutionInfo?.firstRunId || runId;
}

/** @throws ClientError `UnknownSession` */
export async function describeSession(client: Client, id: string) {
  try {
    return await client.workflow.getHandle(id).describe();
  } catch (error) {
    if (isNotFound(error)) {
      throw new ClientError('UnknownSession', `There is no session "${id}".`, error);
    }
    throw error;
  }
}

type NewestState = Pick<SessionRecord, 'head' | 'expired' | 'undelivered'>;

/** Reads the history backwards until what it returned, a turn that ended well or was recovered, or the state this execution began with. */
async function newestState(client: Client, workflowId: string, runId: string): Promise<NewestState> {
  let nextPageToken: Uint8Array | undefined;
  do {
    const page = await client.workflowService.getWorkflowExecutionHistoryReverse({
      namespace: client.options.namespace,
      execution: { workflowId, runId },
      maximumPageSize: 100,
      ...(nextPageToken === undefined ? {} : { nextPageToken }),
    });
    for (const event of page.history?.events ?? []) {
      const fact = decodeFact(event);
      if (fact?.kind === 'closed' && fact.outcome !== undefined) return stateOf(fact.outcome as SessionOutcome);
      if (fact?.kind === 'childClosed' && fact.outcome !== undefined)
        return { head: (fact.outcome as TurnOutcome).head };
      // The one step of a session: it recovers a turn that died.
      if (fact?.kind === 'completed') return { head: (fact.result as RecoveredTurn).outcome.head };
      if (fact?.kind === 'started') return { head: (fact.input as SessionInput).carried?.head ?? null };
    }
    nextPageToken = page.nextPageToken;
  } while (nextPageToken.length > 0);
  return { head: null };
}

function stateOf({ head, expired, undelivered }: NewestState): NewestState {
  return {
    head,
    ...(expired === undefined ? {} : { expired }),
    ...(undelivered === undefined ? {} : { undelivered }),
  };
}
