/** The beginning and the end of a long text, cut by bytes and never inside a character. Pure. */

export interface Excerpt {
  readonly head: string;
  readonly tail: string;
  /** Characters (UTF-16 units) between the two. */
  readonly leftOut: number;
}

/** Three parts of the beginning for one of the end. @param bytes of UTF-8, for both together */
export function excerpt(text: string, bytes: number): Excerpt {
  const head = prefix(text, Math.floor((bytes * 3) / 4));
  const rest = text.slice(head.length);
  const tail = suffix(rest, Math.ceil(bytes / 4));
  return { head, tail, leftOut: rest.length - tail.length };
}

/** The longest beginning of a text that has at most so many bytes of UTF-8. */
export function prefix(text: string, bytes: number): string {
  let used = 0;
  let end = 0;
  for (const character of text) {
    used += utf8Size(character);
    if (used > bytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}

function suffix(text: string, bytes: number): string {
  let used = 0;
  let start = text.length;
  while (start > 0) {
    const isPair = start > 1 && isLow(text.charCodeAt(start - 1)) && isHigh(text.charCodeAt(start - 2));
    const length = isPair ? 2 : 1;
    used += utf8Size(text.slice(start - length, start));
    if (used > bytes) break;
    start -= length;
  }
  return text.slice(start);
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Of one character; half of a pair counts as what takes its place. */
function utf8Size(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code <= 0x7f) return 1;
  if (code <= 0x7ff) return 2;
  return code <= 0xffff ? 3 : 4;
}
