/** `turnkeeper show`: a session's timeline, from its recorded history alone. Needs a server, no worker. */
import { isSessionId } from '../../core/identity.ts';
import { openEngine } from '../open-engine.ts';
import { emptyView, renderEvent } from '../render/render-event.ts';
import { recordLines, timelineEnd } from '../render/render-summary.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';

export interface ShowInput {
  readonly session: string;
  readonly json?: true;
}

/** Lines shown of arguments and of a result. */
const LINES = 6;

export async function show(screen: Screen, { session: id, json }: ShowInput): Promise<number> {
  if (!isSessionId(id)) throw new UsageError(`"${id}" is no session id: use 1 to 128 of A-Z a-z 0-9 . _ -`);
  const engine = await openEngine(screen.note);
  try {
    const session = engine.client.session(id);
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
    if (json === undefined) screen.print(timelineEnd(view, newest, screen.style));
    return 0;
  } finally {
    await engine.close();
  }
}
