/**
 * `turnkeeper show`: a session's timeline from its recorded history, what waits in it, and whether it goes on. Needs a
 * server, no worker.
 */
import type { Look } from '../render/render-call.ts';
import { pendingLine } from '../render/render-approval.ts';
import { pulseLines } from '../render/render-pulse.ts';
import { recordLines, timelineEnd, undeliveredLines } from '../render/render-summary.ts';
import { addToTimeline, emptyTimeline } from '../render/render-timeline.ts';
import type { Screen } from '../screen.ts';
import { sessionPage } from '../session-page.ts';
import { withSession } from '../with-session.ts';

export interface ShowInput {
  readonly session: string;
  /** Results and arguments whole. */
  readonly full?: true;
  readonly json?: true;
}

/** Lines shown of arguments and of a result. */
const LINES = 6;

export async function show(screen: Screen, { session: id, full, json }: ShowInput): Promise<number> {
  return withSession(screen, id, async (session, engine) => {
    const record = await session.record();
    const web = sessionPage(engine, id);
    const recorded = session.events({ wait: 'recorded', signal: screen.unread });
    if (json !== undefined) {
      screen.printJson({ v: 1, type: 'session', ...record, ...(web === undefined ? {} : { web }) });
      for await (const event of recorded) screen.printJson({ v: 1, ...event });
      return 0;
    }
    const look: Look = {
      style: screen.style,
      width: screen.width,
      lines: full === undefined ? LINES : 'all',
      times: 'shown',
      calls: 'streamed',
    };
    screen.print(recordLines(record, { style: screen.style, web }));
    let timeline = emptyTimeline;
    for await (const event of recorded) {
      const added = addToTimeline(timeline, event, look);
      timeline = added.timeline;
      screen.print(added.lines);
    }
    screen.print(timelineEnd(timeline, { style: screen.style, now: Date.now() }));
    screen.print(undeliveredLines(record));
    if (record.closedAt === undefined && timeline.newest === 'under way') {
      const [waiting, pulse] = await Promise.all([engine.client.approvals(id), session.pulse()]);
      screen.print(waiting.map((approval) => pendingLine(approval, screen.style, Date.now())));
      screen.print(pulseLines(id, pulse, { style: screen.style, now: Date.now() }));
    }
    return 0;
  });
}
