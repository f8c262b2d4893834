/**
 * Cuts text to a width and a number of lines. Widths are in terminal columns. It knows nothing of colours: they are
 * put on after folding.
 */

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const narrow = /^(\p{Mn}|\p{Me}|\u200c|\u200d|[\ufe00-\ufe0f])$/u;

/** Columns that a text takes on a terminal, nearly: combining marks take none, wide letters two. */
export function columns(text: string): number {
  let sum = 0;
  for (const character of text) sum += widthOf(character);
  return sum;
}

/** The text, or its beginning and `…`, in at most `width` columns. */
export function cut(text: string, width: number): string {
  if (text.length <= width && columns(text) <= width) return text;
  let sum = 0;
  let kept = '';
  let marks = 0;
  for (const character of text) {
    const more = widthOf(character);
    // A heap of combining marks takes no columns, but would run over other lines.
    marks = more === 0 ? marks + 1 : 0;
    if (marks > 4) continue;
    if (sum + more > width) return `${shortened(kept, sum, width)}…`;
    sum += more;
    kept += character;
  }
  return kept;
}

/** Columns of a line (`first`: of the first one, if it has less), and how many lines. */
export interface Room {
  readonly width: number;
  readonly most: number;
  readonly first?: number;
}

/** Lines as they fit: long ones go on in the next line, `…` ends one that was cut, a last line counts what is left out. */
export function fold(lines: readonly string[], { width, most, first = width }: Room): readonly string[] {
  const folded: string[] = [];
  let whole = 0;
  for (const line of lines) {
    let rest = line;
    do {
      if (folded.length === most) return [...folded, leftOut(lines.length - whole)];
      const room = folded.length === 0 ? first : width;
      const isLast = folded.length === most - 1;
      const piece = isLast ? cut(rest, room) : head(rest, room);
      folded.push(piece);
      rest = isLast ? '' : rest.slice(piece.length);
    } while (rest !== '');
    whole += 1;
  }
  return folded;
}

function leftOut(count: number): string {
  return `… ${count} more ${count === 1 ? 'line' : 'lines'}`;
}

/** As many characters as fit; at least one. */
function head(text: string, width: number): string {
  if (text.length <= width && columns(text) <= width) return text;
  let sum = 0;
  let end = 0;
  for (const character of text) {
    sum += widthOf(character);
    // Marks take no columns; a heap of them must end all the same.
    if ((sum > width && end > 0) || end > width * 8) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** Room for the `…`: the last characters go until one column is free. */
function shortened(kept: string, sum: number, width: number): string {
  const characters = Array.from(kept);
  let left = sum;
  while (left > width - 1 && characters.length > 0) left -= widthOf(characters.pop() ?? '');
  return characters.join('');
}

function widthOf(character: string): number {
  if (narrow.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}
