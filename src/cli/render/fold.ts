/**
 * Cuts text to a width and a number of lines. Widths are in terminal columns. It knows nothing of colours: they are
 * put on after folding.
 */
import stringWidth from 'string-width';

/** Columns that a text takes on a terminal, at most: what some draw as one picture, others draw as its parts. */
export function columns(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let sum = 0;
  for (const letter of letters(text)) sum += widthOf(letter);
  return sum;
}

/** The text, or its beginning and `…`, in at most `width` columns. */
export function cut(text: string, width: number): string {
  if (fits(text, width)) return text;
  const kept = head(text, Math.max(0, width - 1), 'none');
  return `${kept}…`;
}

/** The text, or `…` and its end, in at most `width` columns. */
export function cutFront(text: string, width: number): string {
  if (fits(text, width)) return text;
  if (width < 1) return '';
  const end: string[] = [];
  let sum = 1;
  for (const letter of [...letters(text.slice(-width * LONGEST))].reverse()) {
    sum += widthOf(letter);
    if (sum > width) break;
    end.unshift(letter);
  }
  return `…${end.join('')}`;
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
      const piece = isLast ? cut(rest, room) : head(rest, room, 'one');
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

/** A heap of marks takes no columns, but would run over other lines: a letter has so many characters at most. */
const LONGEST = 12;

/** As many letters as fit, and `least` so many. */
function head(text: string, width: number, least: 'one' | 'none'): string {
  if (fits(text, width)) return text;
  let sum = 0;
  let kept = '';
  for (const letter of letters(text.slice(0, (width + 1) * LONGEST))) {
    sum += widthOf(letter);
    if (sum > width && !(least === 'one' && kept === '')) break;
    kept += letter;
  }
  return kept;
}

function fits(text: string, width: number): boolean {
  // No character takes more than two.
  return text.length * 2 <= width || (text.length <= width * LONGEST && columns(text) <= width);
}

const segmenter = new Intl.Segmenter();

/** What a person takes for one letter, together with its marks. */
function* letters(text: string): Generator<string> {
  for (const { segment } of segmenter.segment(text)) {
    for (let at = 0; at < segment.length; at += LONGEST) yield segment.slice(at, at + LONGEST);
  }
}

function widthOf(letter: string): number {
  let parts = 0;
  for (const part of letter) parts += stringWidth(part);
  return Math.max(parts, stringWidth(letter));
}
