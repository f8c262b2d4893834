/** What stands below a run and above a timeline. Pure. */
import type { SessionRecord } from '../../client/index.ts';
import { dateTime, duration } from './duration.ts';
import type { RunView } from './render-event.ts';
import type { Style } from './style.ts';

/** The last lines of a run: which session, how much, how long, and how to look at it again. */
export function summaryLines(session: string, view: RunView, style: Style): readonly string[] {
  const took = (view.lastAt ?? 0) - (view.firstAt ?? 0);
  const parts = [`session ${session}`, counted(view.turns, 'turn'), counted(view.calls, 'call'), duration(took)];
  return ['', style.dim(parts.join(' · ')), style.dim(`look again: npx turnkeeper show ${session}`)];
}

/** The first lines of a timeline. */
export function recordLines(record: SessionRecord, style: Style): readonly string[] {
  const { id, agent = 'unknown', model, startedAt, closedAt } = record;
  const started = `started ${dateTime(startedAt.getTime())}`;
  const state = closedAt === undefined ? 'open' : `${record.status.toLowerCase()} ${dateTime(closedAt.getTime())}`;
  const parts = [`agent ${agent}`, ...(model === undefined ? [] : [`model ${model}`]), started, state];
  return [style.bold(`session ${id}`), style.dim(parts.join(' · ')), ''];
}

/** The last line of a timeline: what there was, and whether something is under way. */
export function timelineEnd(view: RunView, newest: 'settled' | 'under way', style: Style): readonly string[] {
  const sum = `${counted(view.turns, 'turn')} · ${counted(view.calls, 'call')}`;
  const way = newest === 'settled' ? '' : ' · a run is under way; it goes on while a worker hosts its agent';
  return ['', style.dim(sum + way)];
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
