/**
 * `turnkeeper show`: a session's timeline from its recorded history, what waits in it, and whether it goes on. Needs a
 * server, no worker.
 */
import { pendingLine } from '../render/render-approval.ts';
import { emptyView, renderEvent } from '../render/render-event.ts';
import { pulseLines } from '../render/render-pulse.ts';
import { recordLines, timelineEnd, undeliveredLines } from '../render/render-summary.ts';
import type { Screen } from '../screen.ts';
import { withSession } from '../with-session.ts';

export interface ShowInput {
  readonly session: string;
  readonly json?: true;
}

/** Lines shown of arguments and of a result. */
const LINES = 6;

export async function show(screen: Screen, { session: id, json }: ShowInput): Promise<number> {
  return withSession(screen, id, async (session, { client }) => {
    const record = await session.record();
    const look = { style: screen.style, width: screen.width, lines: LINES, times: 'shown' } as const;
    if (json === undefined) screen.print(recordLines(record, screen.style));
    let view = emptyView;
    let newest: 'settled' | 'under way' = 'settled';
    for await (const event of session.events({ wait: 'recorded', signal: screen.unread })) {
      if (event.type === 'agent_start') newest = 'under way';
      if (event.type === 'agent_end') newest = 'settled';
      const rendered = renderEvent(view, event, look);
      view = rendered.view;
      if (json === undefined) screen.print(rendered.lines);
      else screen.printJson({ v: 1, ...event });
    }
    if (json !== undefined) return 0;
    screen.print(timelineEnd(view, newest, screen.style));
    screen.print(undeliveredLines(record));
    if (record.closedAt === undefined && newest === 'under way') {
      const [waiting, pulse] = await Promise.all([client.approvals(id), session.pulse()]);
      screen.print(waiting.map((approval) => pendingLine(approval, screen.style, Date.now())));
      screen.print(pulseLines(id, pulse, { style: screen.style, now: Date.now() }));
    }
    return 0;
  });
}
