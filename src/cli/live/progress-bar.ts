/** Work that is counted, as a bar. Pure. */
import { visibleLine } from '../render/visible.ts';

/** Cells of the bar. */
const CELLS = 10;

/** `[█████░░░░░] 50 % 500/1,000 rows` for `{ done, total, unit? }`; undefined for details that count nothing. */
export function progressBar(details: unknown): string | undefined {
  if (typeof details !== 'object' || details === null) return undefined;
  const { done, total, unit } = details as Readonly<Record<string, unknown>>;
  if (!isCount(done) || !isCount(total) || total === 0) return undefined;
  const share = Math.min(1, done / total);
  const full = Math.floor(share * CELLS);
  const of = typeof unit === 'string' && unit !== '' ? ` ${visibleLine(unit.slice(0, 30))}` : '';
  // Rounded down: nothing is done to 100 % before it is.
  return `[${'█'.repeat(full)}${'░'.repeat(CELLS - full)}] ${Math.floor(share * 100)} % ${counted(done)}/${counted(total)}${of}`;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function counted(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 1 });
}
