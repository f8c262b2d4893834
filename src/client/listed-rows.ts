/**
 * What the server's list of workflows says of sessions: two queries, however many sessions there are. It may lag some
 * 30 ms behind, so whoever needs to be exact must ask the session.
 */
import type { Client } from '@temporalio/client';
import type { WaitingCall } from '../core/control.ts';
import { agentTaskQueue } from '../core/identity.ts';
import { memoKey, waitingMemoKey, workflowTypes } from '../core/session-messages.ts';
import type { RunMemo } from '../core/session.ts';

/** The turn under way. */
export interface TurnRow {
  readonly workflowId: string;
  readonly turn: number;
  readonly startedAt: number;
  readonly waiting: readonly WaitingCall[];
}

/** Times in milliseconds since the epoch. */
export interface SessionRow {
  readonly id: string;
  readonly runId: string;
  /** The engine's word, such as `RUNNING`. */
  readonly status: string;
  readonly agent?: string;
  readonly model?: string;
  readonly startedAt: number;
  readonly closedAt?: number;
  readonly lastRun?: RunMemo;
  readonly turn?: TurnRow;
}

export interface ListedRows {
  readonly rows: readonly SessionRow[];
  readonly whole: 'yes' | 'no';
}

const PAGE = 1_000;
/** Sessions that are looked at; the server gives open ones first, then those that ended last. */
const MOST = 10_000;

/** @param agent only its sessions */
export async function listRows(client: Client, agent: string | undefined): Promise<ListedRows> {
  const [turns, listed] = await Promise.all([runningTurns(client, agent), sessions(client, agent)]);
  const rows = listed.rows.map((row) => {
    const turn = row.closedAt === undefined ? turns.get(row.id) : undefined;
    return turn === undefined ? row : { ...row, turn };
  });
  return { ...listed, rows };
}

async function sessions(client: Client, agent: string | undefined): Promise<ListedRows> {
  const query = `WorkflowType = '${workflowTypes.session}' AND ExecutionStatus != 'ContinuedAsNew'${ofAgent(agent)}`;
  const rows = new Map<string, SessionRow>();
  let seen = 0;
  for await (const info of client.workflow.list({ query, pageSize: PAGE })) {
    if (seen++ === MOST) return { rows: [...rows.values()], whole: 'no' };
    const memo = (info.memo ?? {}) as { agent?: string; model?: string; [memoKey]?: RunMemo };
    const lastRun = memo[memoKey];
    const row: SessionRow = {
      id: info.workflowId,
      runId: info.runId,
      status: info.status.name,
      startedAt: info.startTime.getTime(),
      ...(memo.agent === undefined ? {} : { agent: memo.agent }),
      ...(memo.model === undefined ? {} : { model: memo.model }),
      ...(info.closeTime === undefined ? {} : { closedAt: info.closeTime.getTime() }),
      ...(lastRun === undefined ? {} : { lastRun }),
    };
    // One that was removed, and started anew under its id, may be listed twice for a while.
    const other = rows.get(row.id);
    if (other === undefined || other.startedAt < row.startedAt) rows.set(row.id, row);
  }
  return { rows: [...rows.values()], whole: 'yes' };
}

/** Turns under way by the ids of their sessions. @param agent only its */
export async function runningTurns(client: Client, agent: string | undefined): Promise<ReadonlyMap<string, TurnRow>> {
  const query = `WorkflowType = '${workflowTypes.turn}' AND ExecutionStatus = 'Running'${ofAgent(agent)}`;
  const turns = new Map<string, TurnRow>();
  for await (const { workflowId, startTime, memo } of client.workflow.list({ query, pageSize: PAGE })) {
    const [, session, turn] = /^([^/]+)\/.*\/turn-(\d+)$/.exec(workflowId) ?? [];
    if (session === undefined) continue;
    const waiting = (memo?.[waitingMemoKey] ?? []) as readonly WaitingCall[];
    turns.set(session, { workflowId, turn: Number(turn), startedAt: startTime.getTime(), waiting });
  }
  return turns;
}

/** Names of agents hold nothing that would have to be escaped in a query; what is no name is none. */
function ofAgent(agent: string | undefined): string {
  return agent === undefined ? '' : ` AND TaskQueue = '${agentTaskQueue(agent).replaceAll(/['\\]/g, '')}'`;
}
