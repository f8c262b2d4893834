/**
 * Arguments that somebody decides about: the whole of them, as JSON in which nothing hides; and what an edit changes.
 * Must never let a part be missing without a mark.
 */
import type { JsonObject } from '../../core/json.ts';
import { canonicalJson } from '../../core/canonical.ts';
import { shortened } from './shortened.ts';
import type { Style } from './style.ts';
import { visibleJson } from './visible.ts';

/** Characters that are shown; a person reads no more, and a terminal keeps no more. */
const MOST = 20_000;
/** What is shared out among members; their commas, braces and marks take the rest. */
const ROOM = 16_000;
/** Lines that are compared one by one; more are shown as all old, all new. */
const COMPARED = 1_000;

/**
 * Indented JSON. Beyond 20,000 characters every member is shown by its beginning, so that none hides another, and the
 * last line is a mark of the size and the hash of the whole.
 */
export function argumentLines(args: JsonObject, argsHash: string): readonly string[] {
  const text = visibleJson(args, 2);
  if (text.length <= MOST) return text.split('\n');
  const bytes = Buffer.byteLength(JSON.stringify(args)).toLocaleString('en');
  const mark = `… cut: ${bytes} bytes in all, sha256 ${argsHash}; turnkeeper approvals --json has the whole`;
  return [...visibleJson(shortened(args, ROOM), 2).slice(0, MOST).split('\n'), mark];
}

/** What an edit changes, line by line: `- ` what was shown, `+ ` what would run, two blanks what stays. */
export function diffLines(shown: JsonObject, edited: JsonObject, { red, green }: Style): readonly string[] {
  const [before, after] = [sortedLines(shown), sortedLines(edited)];
  const removed = (line: string): string => red(`- ${line}`);
  const added = (line: string): string => green(`+ ${line}`);
  if (before.length > COMPARED || after.length > COMPARED) return [...before.map(removed), ...after.map(added)];
  const common = commonLengths(before, after);
  const lengthAt = (row: number, column: number): number => common[row]?.[column] ?? 0;
  const lines: string[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [old = '', fresh = ''] = [before[row], after[column]];
    if (row < before.length && column < after.length && old === fresh) {
      lines.push(`  ${old}`);
      row++;
      column++;
    } else if (row < before.length && lengthAt(row + 1, column) >= lengthAt(row, column + 1)) {
      lines.push(removed(old));
      row++;
    } else {
      lines.push(added(fresh));
      column++;
    }
  }
  return lines;
}

/** The order of keys is no change. */
function sortedLines(args: JsonObject): readonly string[] {
  return visibleJson(JSON.parse(canonicalJson(args)), 2).split('\n');
}

/** At [i][j]: how many lines the rests from i and from j have in common, in order. */
function commonLengths(before: readonly string[], after: readonly string[]): readonly (readonly number[])[] {
  const table = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  for (let row = before.length - 1; row >= 0; row--) {
    const [here = [], below = []] = [table[row], table[row + 1]];
    for (let column = after.length - 1; column >= 0; column--) {
      const [right = 0, down = 0, both = 0] = [here[column + 1], below[column], below[column + 1]];
      here[column] = before[row] === after[column] ? both + 1 : Math.max(right, down);
    }
  }
  return table;
}
