/** What a row of the server's list says of a session by itself. Pure. */
import { callActivityId } from '../core/identity.ts';
import type { SessionRow } from './listed-rows.ts';
import type { ListedState, SessionOverview } from './session-overview.ts';

/** The engine's words for executions that have ended. */
const ended: Readonly<Record<string, ListedState>> = {
  COMPLETED: 'closed',
  FAILED: 'failed',
  TERMINATED: 'terminated',
  TIMED_OUT: 'timedOut',
  CANCELLED: 'cancelled',
};

/** As far as it is known without another question. */
export function knownOf({ runId: _run, status, turn, ...row }: SessionRow): SessionOverview {
  const waiting = (turn?.waiting ?? []).map(({ index, tool, since, expiresAt }) => {
    return { id: `${turn?.workflowId ?? ''}/${callActivityId(index)}`, tool, since, expiresAt };
  });
  return {
    ...row,
    state: row.closedAt === undefined ? openState(turn, waiting.length) : (ended[status] ?? 'closed'),
    activeAt: row.closedAt ?? lastActivity(row, turn),
    turns: turn?.turn ?? row.lastRun?.turn ?? 0,
    ...(waiting.length === 0 ? {} : { waiting }),
  };
}

/** Without a turn under way it may be idle, or about to begin one. */
function openState(turn: SessionRow['turn'], waiting: number): ListedState {
  if (turn === undefined) return 'open';
  return waiting > 0 ? 'waiting' : 'running';
}

function lastActivity(
  { startedAt, lastRun }: Pick<SessionRow, 'startedAt' | 'lastRun'>,
  turn: SessionRow['turn'],
): number {
  const waits = (turn?.waiting ?? []).map(({ since }) => since);
  return Math.max(startedAt, lastRun?.at ?? 0, turn?.startedAt ?? 0, ...waits);
}

const unwell = new Set<ListedState>(['stuck', 'failed', 'terminated', 'timedOut', 'cancelled']);
const quiet = new Set<ListedState>(['idle', 'open', 'closed', 'expired']);
const badly = new Set(['error', 'limit']);

/** Does it need somebody? See `SessionList`. */
export function isFailed({ state, lastRun }: SessionOverview): boolean {
  return unwell.has(state) || (quiet.has(state) && lastRun !== undefined && badly.has(lastRun.ended));
}
