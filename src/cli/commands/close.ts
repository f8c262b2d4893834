/** `turnkeeper close`: no more prompts; what is queued is done, then the session ends. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '../../client/index.ts';
import { recordedBecause } from '../render/render-pulse.ts';
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
    const outcome = await closedSoon(session);
    if (json !== undefined) screen.printJson({ v: 1, session: id, outcome });
    else screen.print([await sentence(session, outcome)]);
    return 0;
  });
}

async function closedSoon(session: Session): Promise<'closed' | 'closing'> {
  for (let look = 0; look < LOOKS; look++) {
    if ((await session.record()).closedAt !== undefined) return 'closed';
    await sleep(PAUSE);
  }
  return 'closing';
}

async function sentence(session: Session, outcome: 'closed' | 'closing'): Promise<string> {
  if (outcome === 'closed') return `Session ${session.id} is closed.`;
  const pulse = await session.pulse();
  if (pulse.worker.kind === 'gone') return `Recorded; ${recordedBecause(pulse)}`;
  return `Session ${session.id} takes no more prompts and ends when its runs are done.`;
}
