/**
 * Sets of characters as ECMAScript means them, written as the inside of an RE2 class. RE2's own `\s` and `\p` differ
 * (RE2 has no U+00A0 in `\s`, and other names and Unicode versions), so they are never used.
 */

type Range = readonly [from: number, to: number];

/** One code point as RE2 text, inside or outside a class. */
export function codePointText(codePoint: number): string {
  return `\\x{${codePoint.toString(16)}}`;
}

export const anyCharacter = '[\\x{0}-\\x{10ffff}]';
export const noCharacter = '[^\\x{0}-\\x{10ffff}]';
/** ECMAScript's `.` without the `s` flag. */
export const notLineEnd = '[^\\x{a}\\x{d}\\x{2028}\\x{2029}]';

/** `\d`, `\w` and `\s` of ECMAScript, as numbers. */
const known = new Map<string, readonly Range[]>([
  ['\\d', [[0x30, 0x39]]],
  ['\\w', [[0x30, 0x39], [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]]], // prettier-ignore
  ['\\s', [[9, 13], [32, 32], [0xa0, 0xa0], [0x1680, 0x1680], [0x2000, 0x200a], [0x2028, 0x2029], [0x202f, 0x202f], [0x205f, 0x205f], [0x3000, 0x3000], [0xfeff, 0xfeff]]], // prettier-ignore
]);

/**
 * The set of a class escape (`\d`, `\S`, `\p{Script=Greek}` …) as the inside of an RE2 class; empty if no character is
 * in it; undefined if JavaScript knows no such escape. The first use of a `\p` takes up to 0.1 s, because JavaScript
 * itself is asked for each code point; there are only as many as there are property names.
 */
export function characterSet(escape: string): string | undefined {
  const positive = escape.slice(0, 2).toLowerCase() + escape.slice(2);
  const ranges = known.get(positive) ?? enumerate(positive);
  if (ranges === undefined) return undefined;
  known.set(positive, ranges);
  return (positive === escape ? ranges : complement(ranges)).map(rangeText).join('');
}

function rangeText([from, to]: Range): string {
  return from === to ? codePointText(from) : `${codePointText(from)}-${codePointText(to)}`;
}

function complement(ranges: readonly Range[]): readonly Range[] {
  const starts = [0, ...ranges.map(([, to]) => to + 1)];
  const ends = [...ranges.map(([from]) => from - 1), 0x10ffff];
  return starts.map((from, index): Range => [from, ends[index] ?? 0]).filter(([from, to]) => from <= to);
}

function enumerate(escape: string): readonly Range[] | undefined {
  let members: RegExp;
  try {
    members = new RegExp(`${escape}+`, 'gu');
  } catch {
    return undefined;
  }
  return segments.flatMap((segment) => rangesIn(segment, members));
}

/** Cut so that no high surrogate comes before a low one, which would make a pair of them. */
const segments: readonly Range[] = [
  [0, 0xdbff],
  [0xdc00, 0xdfff],
  [0xe000, 0x10ffff],
];
const chunk = 4096;

function rangesIn([first, last]: Range, members: RegExp): readonly Range[] {
  const ranges: Range[] = [];
  const codePoints: number[] = [];
  for (let start = first; start <= last; start += chunk) {
    codePoints.length = Math.min(chunk, last - start + 1);
    for (let index = 0; index < codePoints.length; index += 1) codePoints[index] = start + index;
    for (const [run] of String.fromCodePoint(...codePoints).matchAll(members)) {
      const wide = run.codePointAt(run.length - 2) ?? 0;
      ranges.push([run.codePointAt(0) ?? 0, wide > 0xffff ? wide : run.charCodeAt(run.length - 1)]);
    }
  }
  return ranges;
}
