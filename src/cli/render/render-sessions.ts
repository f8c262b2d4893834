/**
 * Sessions as a table, or as short blocks where the terminal is too narrow for one. Pure. Columns are cut to the width;
 * ids never are, because they are copied.
 */
import type { ListedState, SessionOverview } from '../../client/index.ts';
import { duration } from './duration.ts';
import { columns, cut } from './fold.ts';
import type { Style } from './style.ts';
import { visibleLine } from './visible.ts';

export interface ListLook {
  readonly style: Style;
  /** Columns of a line. */
  readonly width: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const HEADS = ['SESSION', 'STATE', 'AGENT', 'AGE', 'TURNS', 'ACTIVE', ''];
const GAP = 2;
/** Columns that the last one needs, for a table to be worth it. */
const LEAST_NOTE = 20;
/** Calls that are named of one session. */
const NAMED = 3;

export function sessionLines(sessions: readonly SessionOverview[], look: ListLook): readonly string[] {
  const rows = sessions.map((session) => cellsOf(session, look));
  const widths = HEADS.map((head, index) => Math.max(...[head, ...rows.map((row) => row[index] ?? '')].map(columns)));
  const fixed = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP, 0);
  const note = Math.min(widths.at(-1) ?? 0, LEAST_NOTE);
  if (fixed + note > look.width) return sessions.flatMap((session) => blockOf(session, look));
  const line = (cells: readonly string[]): readonly string[] =>
    cells.map((cell, index) => {
      const isLast = index === cells.length - 1;
      const text = isLast ? cut(cell, look.width - fixed) : cell;
      return isLast ? text : text + ' '.repeat((widths[index] ?? 0) + GAP - columns(text));
    });
  return [
    look.style.dim(line(HEADS).join('').trimEnd()),
    ...sessions.flatMap((session, index) => {
      const [id = '', state = '', ...rest] = line(rows[index] ?? []);
      return [`${id}${coloured(session.state, look.style)(state)}${rest.join('')}`.trimEnd(), ...waysOf(session, look)];
    }),
  ];
}

function cellsOf(session: SessionOverview, { now }: ListLook): readonly string[] {
  const { id, state, agent = '?', startedAt, activeAt, turns } = session;
  const ago = `${duration(now - activeAt)} ago`;
  return [id, word(state), visibleLine(agent), duration(now - startedAt), String(turns), ago, noteOf(session)];
}

function blockOf(session: SessionOverview, look: ListLook): readonly string[] {
  const { style, width } = look;
  const [id = '', state = '', agent = '', age = '', turns = '', active = '', note = ''] = cellsOf(session, look);
  const rest = cut(`agent ${agent} · ${turns} ${turns === '1' ? 'turn' : 'turns'} · age ${age}`, width - 2);
  return [
    style.bold(id),
    `  ${coloured(session.state, style)(cut(state, 20))}${cut(` · active ${active}`, width - 2 - columns(state))}`,
    `  ${rest}`,
    ...(note === '' ? [] : [`  ${cut(note, width - 2)}`]),
    ...waysOf(session, look),
  ];
}

/** What is in the way, or how the last run ended if not well. */
function noteOf({ state, noWorker, retrying = [], failing, lastRun }: SessionOverview): string {
  const [step] = retrying;
  const parts = [
    ...(noWorker === undefined ? [] : ['no worker']),
    ...(failing === undefined ? [] : [`its workflow fails again and again (attempt ${failing})`]),
    ...(step === undefined ? [] : [`${visibleLine(step.step)}, attempt ${step.attempt}: ${visibleLine(step.failure)}`]),
    ...(state === 'open' ? ['has not answered in time'] : []),
  ];
  const isOver = state === 'idle' || state === 'open' || state === 'closed' || state === 'expired';
  if (isOver && lastRun !== undefined && lastRun.ended !== 'answered') {
    const why = lastRun.errorMessage === undefined ? '' : `: ${visibleLine(lastRun.errorMessage)}`;
    parts.push(`run ${lastRun.run} ended: ${lastRun.ended}${why}`);
  }
  return parts.join('; ');
}

/** The calls that wait, with the command that lets them run. */
function waysOf({ id, waiting = [] }: SessionOverview, { style, width, now }: ListLook): readonly string[] {
  const named = waiting.slice(0, NAMED).map((approval) => {
    const left = approval.expiresAt > now ? `, expires in ${duration(approval.expiresAt - now)}` : '';
    const what = cut(`  ? ${visibleLine(approval.tool)} waits for approval${left}`, width);
    return [style.yellow(what), style.dim(`    turnkeeper approve ${approval.id}`)];
  });
  const more = waiting.length - named.length;
  const rest = more === 0 ? [] : [style.dim(`    … ${more} more: turnkeeper approvals --session ${id}`)];
  return [...named.flat(), ...rest];
}

function word(state: ListedState): string {
  return state === 'timedOut' ? 'timed out' : state;
}

function coloured(state: ListedState, { red, yellow, green, dim }: Style): (text: string) => string {
  switch (state) {
    case 'stuck':
    case 'failed':
    case 'terminated':
    case 'timedOut':
      return red;
    case 'waiting':
    case 'retrying':
      return yellow;
    case 'running':
      return green;
    case 'idle':
    case 'open':
    case 'closed':
    case 'expired':
    case 'cancelled':
      return dim;
  }
}
