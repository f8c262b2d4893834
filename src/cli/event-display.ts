/**
 * Shows a session's events on the screen, as lines or as JSON: a log of what is over and, on a terminal, what is under
 * way below it. It never decides or stops anything.
 */
import type { AgentEvent } from '../core/events.ts';
import type { ApprovalDesk } from './approval-desk.ts';
import { FRAME, liveLines } from './live/live-lines.ts';
import type { LiveView } from './live/live-view.ts';
import { addToLive } from './live/live-view.ts';
import { emptyView, renderEvent } from './render/render-event.ts';
import { summaryLines } from './render/render-summary.ts';
import { usageText } from './render/usage-text.ts';
import type { Screen } from './screen.ts';

/** `folded` and `whole` are lines, with results cut to some lines or not. */
export type Format = 'folded' | 'whole' | 'json';

export interface EventDisplay {
  readonly show: (event: AgentEvent) => void;
  /** One line that is no event. */
  readonly note: (text: string) => void;
  /** The last lines of a run. */
  readonly sum: (session: string) => void;
  /** Asks about calls that wait no more. */
  readonly stopAsking: () => void;
  readonly close: () => void;
}

export interface DisplayOptions {
  readonly format: Format;
  /** Opens what asks about calls that wait, if somebody can be asked. Not used for JSON. */
  readonly openDesk?: (onState: (state: 'asking' | 'idle') => void) => ApprovalDesk | undefined;
}

/** Lines shown of a result, unless all are asked for. */
const LINES = 3;

/** How a command shows events that has these options. */
export function formatOf({ json, full }: { readonly json?: true; readonly full?: true }): Format {
  if (json !== undefined) return 'json';
  return full === undefined ? 'folded' : 'whole';
}

export function displayEvents(screen: Screen, { format, openDesk }: DisplayOptions): EventDisplay {
  if (format === 'json') return jsonDisplay(screen);
  let seen = emptyView;
  let live: LiveView;
  const pinned = screen.pin((size) => liveLines(live, { ...size, now: Date.now(), style: screen.style }), FRAME);
  // Its question and what is under way cannot both stand in the last line.
  const desk = openDesk?.((state) => (state === 'asking' ? pinned?.pause() : pinned?.resume()));
  const above = (print: () => void): void => (desk === undefined ? print() : desk.above(print));
  const print = (lines: readonly string[]): void => {
    if (lines.length > 0) above(() => screen.print(lines));
  };
  return {
    show: (event) => {
      if (event.type === 'agent_start' && seen.turns > 0) {
        seen = emptyView;
        print(['']);
      }
      const rendered = renderEvent(seen, event, {
        style: screen.style,
        width: screen.width,
        lines: format === 'whole' ? 'all' : LINES,
        times: 'hidden',
        calls: pinned === undefined ? 'streamed' : 'settled',
      });
      seen = rendered.view;
      live = addToLive(live, event);
      // The desk shows a request when its turn has come, so that it stands above its question.
      if (desk === undefined || event.type !== 'approval_requested') print(rendered.lines);
      print(usageLines(event, screen.style.dim));
      desk?.see(event);
      pinned?.redraw();
    },
    note: (text) => above(() => screen.note(text)),
    sum: (session) => screen.print(summaryLines(session, seen, screen.style)),
    stopAsking: () => desk?.close(),
    close: () => {
      desk?.close();
      pinned?.remove();
    },
  };
}

function jsonDisplay(screen: Screen): EventDisplay {
  const nothing = (): void => undefined;
  return {
    show: (event) => screen.printJson({ v: 1, ...event }),
    note: screen.note,
    sum: nothing,
    stopAsking: nothing,
    close: nothing,
  };
}

function usageLines(event: AgentEvent, dim: (text: string) => string): readonly string[] {
  if (event.type !== 'turn_end' || event.message.role !== 'assistant') return [];
  const used = usageText(event.message.usage);
  return used === undefined ? [] : [dim(used)];
}
