/** Shows one run of a session to its end, as lines or as events. It never decides or stops anything. */
import type { Session } from '../client/index.ts';
import type { AgentEvent } from '../core/events.ts';
import type { RunEnd } from '../core/session.ts';
import type { ApprovalDesk } from './approval-desk.ts';
import { emptyView, renderEvent } from './render/render-event.ts';
import { summaryLines } from './render/render-summary.ts';
import { noteRetries } from './retry-notes.ts';
import type { Screen } from './screen.ts';
import { UsageError } from './usage-error.ts';

export interface WatchRunOptions {
  readonly run: number;
  readonly signal: AbortSignal;
  readonly format: 'lines' | 'json';
  /** Asks about calls that wait, if somebody can be asked. */
  readonly desk?: ApprovalDesk;
}

/** Lines shown of a result. */
const LINES = 3;

/** @returns how the run ended; undefined if `signal` aborted before @throws UsageError if the session ends before it */
export async function watchRun(
  screen: Screen,
  session: Session,
  { run, signal, format, desk }: WatchRunOptions,
): Promise<RunEnd | undefined> {
  const look = { style: screen.style, width: screen.width, lines: LINES, times: 'hidden' } as const;
  let view = emptyView;
  const show = (event: AgentEvent): void => {
    const rendered = renderEvent(view, event, look);
    view = rendered.view;
    if (format === 'json') screen.printJson({ v: 1, ...event });
    // The desk shows a request when its turn has come, so that it stands above its question.
    else if (desk === undefined || event.type !== 'approval_requested') print(rendered.lines);
  };
  const print = (lines: readonly string[]): void => {
    if (lines.length === 0) return;
    if (desk === undefined) screen.print(lines);
    else desk.above(() => screen.print(lines));
  };
  const retries = noteRetries(session, (text) => {
    if (desk === undefined) screen.note(text);
    else desk.above(() => screen.note(text));
  });
  try {
    for await (const event of session.events({ fromRun: run, signal })) {
      if (event.run > run) break;
      retries.heard();
      show(event);
      desk?.see(event);
      if (event.type !== 'agent_end') continue;
      if (format === 'lines') print(summaryLines(session.id, view, screen.style));
      return event.ended;
    }
  } finally {
    retries.stop();
  }
  if (signal.aborted) return undefined;
  throw new UsageError(
    `Session "${session.id}" ended before its run ${run} did; look at it: npx turnkeeper show ${session.id}`,
  );
}

/** Exit code of a command that watched a run. */
export function exitCodeOf(ended: RunEnd): 0 | 1 {
  return ended === 'error' || ended === 'limit' || ended === 'aborted' ? 1 : 0;
}
