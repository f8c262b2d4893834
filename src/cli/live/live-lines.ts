/**
 * What is under way, as lines below the log: one for the turn, one for each call. Pure; all are cut, so that a
 * line is a row of the terminal.
 */
import { duration } from '../render/duration.ts';
import { columns, cut, cutFront } from '../render/fold.ts';
import { callName } from '../render/render-call.ts';
import type { Style } from '../render/style.ts';
import { visibleLine } from '../render/visible.ts';
import type { LiveCall, LiveTurn, LiveView } from './live-view.ts';

export interface Room {
  /** Columns and rows of the terminal. */
  readonly width: number;
  readonly height: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly style: Style;
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** Milliseconds that a picture of the spinner stands. */
export const FRAME = 100;

/** In a smaller window nothing is drawn. */
const NARROWEST = 20;
const LOWEST = 5;

export function liveLines(view: LiveView, room: Room): readonly string[] {
  if (view === undefined || room.width < NARROWEST || room.height < LOWEST) return [];
  // One row for the turn, one for the model, one for what is left out, and one stays free for the cursor.
  const most = room.height - (view.asking === undefined ? 3 : 4);
  const shown = view.calls.slice(0, view.calls.length > most ? most : undefined);
  const left = view.calls.length - shown.length;
  return [
    ...(view.asking === undefined ? [] : [modelLine(view.asking, room)]),
    ...shown.map((call) => callLine(call, view.batch, room)),
    ...(left === 0 ? [] : [room.style.dim(cut(`  … ${left} more under way`, room.width - 1))]),
    turnLine(view, room),
  ];
}

/** `turn 3 · 2 of 8 calls done · 1 waits for approval · 14.2 s` */
function turnLine({ turn, since, batch, settled, calls }: LiveTurn, { width, now, style }: Room): string {
  const waiting = calls.filter(({ approvalId }) => approvalId !== undefined).length;
  const parts = [
    `turn ${turn}`,
    ...(batch === 0 ? [] : [`${settled} of ${batch} ${batch === 1 ? 'call' : 'calls'} done`]),
    ...(waiting === 0 ? [] : [`${waiting} ${waiting === 1 ? 'waits' : 'wait'} for approval`]),
    duration(now - since),
  ];
  return style.dim(cut(parts.join(' · '), width - 1));
}

/** `⠋ model  2.3 s  the end of what it says` */
function modelLine({ since, said, attempt }: NonNullable<LiveTurn['asking']>, room: Room): string {
  const head = `model${again(attempt)}  ${duration(room.now - since)}`;
  const text = cutFront(visibleLine(said.trim().replace(/\s+/g, ' ')), restOf(room, head));
  return `${spinner(room)} ${head}${beside(text, room)}`;
}

/** `⠋ copy #2  12.4 s  [█████░░░░░] 50 % 500/1,000 rows`; of one that waits, the command that answers it. */
function callLine({ approvalId, attempt, since, text, ...call }: LiveCall, batch: number, room: Room): string {
  const name = cut(callName(call.toolName, call.index, batch), Math.max(8, Math.floor(room.width / 2)));
  const time = duration(room.now - since);
  if (approvalId === undefined) {
    const head = `${name}${again(attempt)}  ${time}`;
    return `${spinner(room)} ${head}${beside(cut(text, restOf(room, head)), room)}`;
  }
  const head = `${name} waits ${time}`;
  const way = `turnkeeper approve ${approvalId}`;
  // Half a command is none; the whole stands in the log above.
  return room.style.yellow(`? ${head}`) + beside(columns(way) > restOf(room, head) ? '' : way, room);
}

function beside(text: string, { style }: Room): string {
  return text === '' ? '' : `  ${style.dim(text)}`;
}

function again(attempt: number): string {
  return attempt > 1 ? ` (attempt ${attempt})` : '';
}

function spinner({ now, style }: Room): string {
  return style.cyan(frames[Math.floor(now / FRAME) % frames.length] ?? '');
}

/** Columns beside a mark, a head, and the spaces between; the last column stays free. */
function restOf({ width }: Room, head: string): number {
  return Math.max(1, width - columns(head) - 5);
}
