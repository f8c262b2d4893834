/**
 * Characters that do something to a terminal or a page instead of being seen: the one list of the house, and their
 * escape. It must never hold what people write with.
 */

/** Controls, bidi controls, separators, invisible and tag characters, halves of surrogate pairs. */
export const unsafe =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]|[\u{e0000}-\u{e0fff}]/gu;

/** As JSON escapes: one `\uXXXX` per UTF-16 unit. */
export function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, unit) => `\\u${hex(character.charCodeAt(unit), 4)}`).join('');
}

/** Lower-case hex digits, at least `digits` of them. */
export function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
