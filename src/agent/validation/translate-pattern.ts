/**
 * Rewrites a pattern of JavaScript as a pattern of RE2 that matches the same texts, so that it can run in linear time.
 * Captures become plain groups: only whether a text matches counts. What RE2 cannot express is never approximated.
 */
import { anyCharacter, characterSet, codePointText, noCharacter, notLineEnd } from './character-set.ts';

/** `text` is RE2 syntax; `set` the inside of a class, `codePoint` a single character. */
type Atom = { readonly end: number } & (
  | { readonly kind: 'set'; readonly set: string }
  | { readonly kind: 'character'; readonly codePoint: number }
  | { readonly kind: 'assertion'; readonly text: string }
);

/** RE2's own limit for `{n,m}`, nested ones multiplied. */
const maxRepeat = 1000;

/**
 * @param pattern valid in JavaScript, with the `u` flag or (`legacy`) without
 * @returns undefined if it needs look-around, back-references, modifiers or more than 1,000 repetitions
 */
export function translatePattern(pattern: string, mode: 'unicode' | 'legacy'): string | undefined {
  let text = '';
  for (let at = 0; at < pattern.length;) {
    const character = pattern[at] ?? '';
    if (character === '(') {
      const group = /\((?:\?:|\?<[^=!>][^>]*>|(?!\?))/y;
      group.lastIndex = at;
      if (!group.test(pattern)) return undefined;
      text += '(?:';
      at = group.lastIndex;
    } else if (character === '[') {
      const set = translateClass(pattern, at, mode);
      if (set === undefined) return undefined;
      text += set.text;
      at = set.end;
    } else if (character === '{') {
      const repeat = /\{(\d+)(?:,(\d*))?\}/y;
      repeat.lastIndex = at;
      const [counted, least, most] = repeat.exec(pattern) ?? [];
      if (Math.max(Number(least ?? 0), Number(most ?? 0)) > maxRepeat) return undefined;
      text += counted ?? '\\{';
      at = counted === undefined ? at + 1 : repeat.lastIndex;
    } else if ('^$|)*+?'.includes(character)) {
      text += character;
      at += 1;
    } else if (character === '.') {
      text += notLineEnd;
      at += 1;
    } else {
      const atom = readAtom(pattern, at, mode);
      if (atom === undefined) return undefined;
      text += outsideClass(atom);
      at = atom.end;
    }
  }
  return text;
}

function outsideClass(atom: Atom): string {
  if (atom.kind === 'assertion') return atom.text;
  if (atom.kind === 'character') return codePointText(atom.codePoint);
  return atom.set === '' ? noCharacter : `[${atom.set}]`;
}

/** A class from its `[` to behind its `]`. */
function translateClass(pattern: string, start: number, mode: 'unicode' | 'legacy') {
  const negated = pattern[start + 1] === '^';
  let at = start + (negated ? 2 : 1);
  let set = '';
  while (pattern[at] !== ']') {
    const from = readAtom(pattern, at, mode, 'class');
    if (from === undefined) return undefined;
    at = from.end;
    set += insideClass(from);
    if (pattern[at] !== '-' || pattern[at + 1] === ']') continue;
    const to = readAtom(pattern, at + 1, mode, 'class');
    if (to === undefined) return undefined;
    // A set at either end makes the hyphen an ordinary character (legacy patterns only).
    const isRange = from.kind === 'character' && to.kind === 'character';
    set += `${isRange ? '-' : codePointText(0x2d)}${insideClass(to)}`;
    at = to.end;
  }
  const text = set === '' ? (negated ? anyCharacter : noCharacter) : `[${negated ? '^' : ''}${set}]`;
  return { text, end: at + 1 };
}

function insideClass(atom: Atom): string {
  return atom.kind === 'character' ? codePointText(atom.codePoint) : atom.kind === 'set' ? atom.set : '';
}

/** One character or escape; undefined if it cannot be translated. */
function readAtom(pattern: string, at: number, mode: 'unicode' | 'legacy', where?: 'class'): Atom | undefined {
  if (pattern[at] !== '\\') return literal(pattern, at);
  const letter = pattern[at + 1] ?? '';
  const end = at + 2;
  if ('dDwWsS'.includes(letter)) return setOf(`\\${letter}`, end);
  if ('bB'.includes(letter)) {
    return where === 'class' && letter === 'b' ? character(8, end) : { kind: 'assertion', text: `\\${letter}`, end };
  }
  const control = 'tnvfr'.indexOf(letter);
  if (control >= 0) return character(9 + control, end);
  if (letter === '0' && !/[0-9]/.test(pattern[end] ?? '')) return character(0, end);
  if (/[0-9k]/.test(letter)) return undefined;
  if (letter === 'c') return controlLetter(pattern, end);
  if (letter === 'x' || letter === 'u') return numbered(pattern, at, mode);
  if (/[pP]/.test(letter) && mode === 'unicode') {
    const close = pattern.indexOf('}', end);
    return setOf(pattern.slice(at, close + 1), close + 1);
  }
  return literal(pattern, at + 1);
}

function controlLetter(pattern: string, at: number): Atom | undefined {
  const letter = pattern[at] ?? '';
  return /[A-Za-z]/.test(letter) ? character(letter.charCodeAt(0) % 32, at + 1) : undefined;
}

/** `\xHH`, `\uHHHH`, two of them for one character, `\u{H…}`. */
function numbered(pattern: string, at: number, mode: 'unicode' | 'legacy'): Atom | undefined {
  const form =
    /\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]+)\})/y;
  form.lastIndex = at;
  const found: readonly (string | undefined)[] = form.exec(pattern) ?? [];
  const [, high, low, hex, unicode, braced] = found;
  const digits = hex ?? unicode ?? braced;
  if (high !== undefined && low !== undefined) {
    const text = String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16));
    return character(text.codePointAt(0) ?? 0, form.lastIndex);
  }
  if (digits === undefined || (braced !== undefined && mode === 'legacy')) return undefined;
  return character(Number.parseInt(digits, 16), form.lastIndex);
}

function literal(pattern: string, at: number): Atom {
  const codePoint = pattern.codePointAt(at) ?? 0;
  return character(codePoint, at + (codePoint > 0xffff ? 2 : 1));
}

function character(codePoint: number, end: number): Atom {
  return { kind: 'character', codePoint, end };
}

function setOf(escape: string, end: number): Atom | undefined {
  const set = characterSet(escape);
  return set === undefined ? undefined : { kind: 'set', set, end };
}
