/**
 * Makes text of models and tools harmless for a terminal: what would move the cursor, change colours, turn the reading
 * direction or hide itself is shown as `\x1b` or `\u202e`. It must never let a line overwrite another one.
 */
import { escaped, hex, unsafe } from '../../core/unsafe-text.ts';

/** One line: line breaks become `\n` in writing, tabs a space. */
export function visibleLine(text: string): string {
  return text.replaceAll('\t', ' ').replace(unsafe, named);
}

/** Lines of a text, without the empty ones at its end; tabs become two spaces. A lone carriage return breaks no line. */
export function visibleLines(text: string): readonly string[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop();
  return lines.map((line) => visibleLine(line.replaceAll('\t', '  ')));
}

/** JSON of exactly this value, in which nothing unsafe stands unescaped. */
export function visibleJson(value: unknown, indent?: number): string {
  // What a value without JSON form (undefined, a function) becomes is null, as inside an array.
  const text = (JSON.stringify(value, undefined, indent) as string | undefined) ?? 'null';
  return text.replace(unsafe, (character) => (character === '\n' ? character : escaped(character)));
}

function named(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${hex(code, 2)}`;
  return code > 0xffff ? `\\u{${hex(code, 5)}}` : escaped(character);
}
