/**
 * All sessions at a glance. The server's list first; then each one that is shown is looked at, a few at a time, until
 * the deadline. A session that does not answer must never keep the others from being shown.
 */
import type { Client } from '@temporalio/client';
import { ClientError } from './client-error.ts';
import { deadlineSignal } from './deadline.ts';
import type { SessionRow } from './listed-rows.ts';
import { listRows } from './listed-rows.ts';
import { isFailed, knownOf } from './listed-states.ts';
import { lookAt } from './look-at-session.ts';
import type { SessionList, SessionOverview, SessionsOptions } from './session-overview.ts';

const LIMIT = 50;
const DEADLINE = 10_000;
/** Sessions that are looked at side by side. */
const AT_ONCE = 8;

/** @throws ClientError `InvalidInput` (limit, deadline), `NoServer` if the server does not list them in time */
export async function listSessions(client: Client, options: SessionsOptions): Promise<SessionList> {
  const { only, agent, limit = LIMIT, deadline = DEADLINE, signal: asked } = options;
  if (!Number.isInteger(limit) || limit < 1) {
    throw new ClientError('InvalidInput', `limit is a whole number from 1 (got ${String(limit)}).`);
  }
  const over = deadlineSignal(deadline, asked);
  try {
    return await client.withAbortSignal(over.signal, async () => {
      const late = aborted(over.signal);
      const { rows, whole } = await inTime(listRows(client, agent), late);
      const sorted = rows.toSorted(byActivity);
      const seen = new Map<string, SessionOverview | undefined>();
      const look = { client, signal: over.signal, polled: new Map() };
      const see = (some: readonly SessionRow[]) =>
        eachBounded(some, async (row) => {
          if (!seen.has(row.id)) seen.set(row.id, await lookedAt(look, row, { late }));
        });
      const wanted = await chosen(sorted, { only, see, seen });
      await see(wanted.slice(0, limit));
      const shown = wanted
        .slice(0, limit)
        .flatMap(({ id }) => seen.get(id) ?? [])
        .filter((session) => only !== 'waiting' || session.waiting !== undefined)
        .sort((left, right) => right.activeAt - left.activeAt);
      const more = Math.max(0, wanted.length - limit);
      return { sessions: shown, more, ...(whole === 'yes' ? {} : { cut: true }) };
    });
  } finally {
    over.end();
  }
}

/** Only a look tells when a turn under way last did something, so those come first. */
function byActivity(left: SessionRow, right: SessionRow): number {
  const [one, other] = [knownOf(left), knownOf(right)];
  const running = Number(other.state === 'running') - Number(one.state === 'running');
  return running === 0 ? other.activeAt - one.activeAt : running;
}

/** Only an open session's look tells whether it is stuck, so for `failed` all of them are looked at. */
async function chosen(
  sorted: readonly SessionRow[],
  {
    only,
    see,
    seen,
  }: {
    readonly only: SessionsOptions['only'];
    readonly see: (rows: readonly SessionRow[]) => Promise<void>;
    readonly seen: ReadonlyMap<string, SessionOverview | undefined>;
  },
): Promise<readonly SessionRow[]> {
  if (only === undefined) return sorted;
  if (only === 'waiting') return sorted.filter(({ turn }) => turn !== undefined && turn.waiting.length > 0);
  await see(sorted.filter(({ closedAt }) => closedAt === undefined));
  return sorted.filter((row) => {
    const session = seen.has(row.id) ? seen.get(row.id) : knownOf(row);
    return session !== undefined && isFailed(session);
  });
}

/** What is known of it, if it does not answer in time or at all. */
async function lookedAt(
  look: Parameters<typeof lookAt>[0],
  row: SessionRow,
  { late }: { readonly late: Promise<void> },
): Promise<SessionOverview | undefined> {
  const known = knownOf(row);
  if (look.signal.aborted) return known;
  return Promise.race([lookAt(look, row), late.then(() => known)]).catch(() => known);
}

async function inTime<T>(answer: Promise<T>, late: Promise<void>): Promise<T> {
  const first = await Promise.race([answer.then((value) => ({ value })), late.then(() => undefined)]);
  if (first === undefined) throw new ClientError('NoServer', 'The server did not list its sessions in time.');
  return first.value;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function eachBounded<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const lane = async (): Promise<void> => {
    for (const item of rest) await act(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
