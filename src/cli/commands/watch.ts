/**
 * `turnkeeper watch`: follows a session, run after run, until it ends. Needs a server, no worker; what is watched does
 * not notice it, and goes on when the watching ends.
 */
import type { Session, SessionRecord } from '../../client/index.ts';
import { displayEvents, formatOf } from '../event-display.ts';
import type { EventDisplay } from '../event-display.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { pulseLines } from '../render/render-pulse.ts';
import { undeliveredLines } from '../render/render-summary.ts';
import { noteRetries } from '../retry-notes.ts';
import type { Screen } from '../screen.ts';
import { sessionPage } from '../session-page.ts';
import { withSession } from '../with-session.ts';

export interface WatchInput {
  readonly session: string;
  /** From the first run on. Default: from the one under way, or the last one. */
  readonly all?: true;
  readonly full?: true;
  readonly json?: true;
}

/** @returns 0 if the session has ended, 130 or 143 if the watching was ended */
export async function watch(screen: Screen, { session: id, ...input }: WatchInput): Promise<number> {
  return withSession(screen, id, async (session, engine) => {
    const record = await session.record();
    const page = sessionPage(engine, id);
    screen.note(`Session ${id}${page === undefined ? '' : `, on the web: ${page}`}`);
    const newest = await newestRun(record, session);
    if (input.json === undefined && newest.state === 'under way') await tellTrouble(screen, session);
    const interrupt = listenForInterrupt();
    const signal = AbortSignal.any([interrupt.signal, screen.unread]);
    const display = displayEvents(screen, { format: formatOf(input) });
    try {
      await showAll(display, session, { fromRun: input.all === undefined ? newest.run : 1, signal });
    } finally {
      display.close();
      interrupt.dispose();
    }
    if (signal.aborted) {
      screen.note(`The session goes on. Watch it again: npx turnkeeper watch ${id}`);
      return interrupt.exitCode();
    }
    const ended = await session.record();
    if (input.json === undefined) screen.print(undeliveredLines(ended));
    screen.note(`Session ${id} has ended (${ended.status.toLowerCase()}).`);
    return 0;
  });
}

interface Following {
  readonly fromRun: number;
  readonly signal: AbortSignal;
}

async function showAll(display: EventDisplay, session: Session, following: Following): Promise<void> {
  const retries = noteRetries(session, display.note);
  try {
    for await (const event of session.events(following)) {
      retries.heard();
      display.show(event);
      if (event.type === 'agent_end') display.sum(session.id);
    }
  } finally {
    retries.stop();
  }
}

interface NewestRun {
  readonly run: number;
  readonly state: 'under way' | 'over';
}

async function newestRun({ lastRun }: SessionRecord, session: Session): Promise<NewestRun> {
  const last = lastRun?.run ?? 0;
  for await (const { run } of session.events({ fromRun: last + 1, wait: 'recorded' }))
    return { run, state: 'under way' };
  return { run: Math.max(1, last), state: 'over' };
}

async function tellTrouble(screen: Screen, session: Session): Promise<void> {
  const pulse = await session.pulse();
  screen.print(pulseLines(session.id, pulse, { style: screen.style, now: Date.now() }));
}
