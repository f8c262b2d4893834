/** `turnkeeper close`: no more prompts; what is queued is done, then the session ends. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session, SessionRecord } from '../../client/index.ts';
import { recordedBecause } from '../render/render-pulse.ts';
import { undeliveredLines } from '../render/render-summary.ts';
import { sayOptions } from '../say-options.ts';
import type { Screen } from '../screen.ts';
import { withSession } from '../with-session.ts';

/** What commands that end something of a session are given. */
export interface ClosingInput {
  readonly session: string;
  /** Where something cannot be undone: do not ask. */
  readonly yes?: true;
  readonly reason?: string;
  readonly as?: string;
  readonly json?: true;
}

const LOOKS = 10;
const PAUSE = 200;

/** @returns 0 once it is recorded */
export async function close(screen: Screen, { session: id, json, ...said }: ClosingInput): Promise<number> {
  return withSession(screen, id, async (session) => {
    await session.close(sayOptions(said));
    const record = await closedSoon(session);
    const { undelivered } = record;
    const outcome = record.closedAt === undefined ? 'closing' : 'closed';
    if (json !== undefined) screen.printJson({ v: 1, session: id, outcome, undelivered });
    else screen.print([await sentence(session, outcome), ...undeliveredLines(record)]);
    return 0;
  });
}

/** The record once the session is closed, or after a few looks. */
async function closedSoon(session: Session): Promise<SessionRecord> {
  for (let look = 1; ; look++) {
    const record = await session.record();
    if (record.closedAt !== undefined || look === LOOKS) return record;
    await sleep(PAUSE);
  }
}

async function sentence(session: Session, outcome: 'closed' | 'closing'): Promise<string> {
  if (outcome === 'closed') return `Session ${session.id} is closed.`;
  const pulse = await session.pulse();
  if (pulse.worker.kind === 'gone') return `Recorded; ${recordedBecause(pulse)}`;
  return `Session ${session.id} takes no more prompts and ends when its runs are done.`;
}
