/** What stands below a run and above a timeline. Pure. */
import type { SessionRecord } from '../../client/index.ts';
import type { UserMessage } from '../../core/messages.ts';
import { dateTime, duration } from './duration.ts';
import type { RunView } from './render-event.ts';
import type { Timeline } from './render-timeline.ts';
import type { Style } from './style.ts';
import { usageText } from './usage-text.ts';
import { visibleLine } from './visible.ts';

/** Characters shown of a message that was never delivered. */
const EXCERPT = 200;

/** The last lines of a run: which session, how much, how long, and how to look at it again. */
export function summaryLines(session: string, view: RunView, style: Style): readonly string[] {
  const took = (view.lastAt ?? 0) - (view.firstAt ?? 0);
  const parts = [`session ${session}`, counted(view.turns, 'turn'), counted(view.calls, 'call'), duration(took)];
  return ['', style.dim(parts.join(' · ')), style.dim(`look again: npx turnkeeper show ${session}`)];
}

/** The first lines of a timeline. @param options.web where the server's own pages show it, if it has some */
export function recordLines(
  record: SessionRecord,
  { style, web }: { readonly style: Style; readonly web?: string | undefined },
): readonly string[] {
  const { id, agent = 'unknown', model, startedAt, closedAt } = record;
  const started = `started ${dateTime(startedAt.getTime())}`;
  const why = record.expired === undefined ? '' : ', idle for too long';
  const state =
    closedAt === undefined ? 'open' : `${record.status.toLowerCase()} ${dateTime(closedAt.getTime())}${why}`;
  const parts = [`agent ${agent}`, ...(model === undefined ? [] : [`model ${model}`]), started, state];
  const page = web === undefined ? [] : [style.dim(`on the web: ${web}`)];
  return [style.bold(`session ${id}`), style.dim(parts.join(' · ')), ...page, ''];
}

/** The last line of a timeline: what there was, and whether something is under way. */
export function timelineEnd(
  { view, usage, open, newest }: Timeline,
  { style, now }: { readonly style: Style; readonly now: number },
): readonly string[] {
  const used = usageText(usage);
  const sums = [counted(view.turns, 'turn'), counted(view.calls, 'call'), ...(used === undefined ? [] : [used])];
  const since = open === undefined ? [] : [`turn ${open.turn} has taken ${duration(now - open.at)} so far`];
  const way = newest === 'settled' ? [] : [...since, 'a run is under way; it goes on while a worker hosts its agent'];
  return ['', style.dim([...sums, ...way].join(' · '))];
}

/** What was accepted and no run saw before the session ended; nothing if there is none. */
export function undeliveredLines({ undelivered = [] }: Pick<SessionRecord, 'undelivered'>): readonly string[] {
  if (undelivered.length === 0) return [];
  const lines = undelivered.map(({ queue, key, message }) => {
    const what = queue === 'steers' ? 'steer' : 'follow-up';
    return `  ${what} ${visibleLine(key)}: ${visibleLine(excerpt(message))}`;
  });
  return [`Never delivered: ${counted(undelivered.length, 'message')}`, ...lines];
}

/** The beginning of a message's text. */
function excerpt({ content }: UserMessage): string {
  const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  const text = blocks.map((block) => (block.type === 'text' ? block.text : '[image]')).join(' ');
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
