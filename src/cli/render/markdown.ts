/**
 * Pieces of Markdown (CommonMark) that hold foreign text in its place. Pure. Controls and bidi controls are written out.
 */
import { visibleLine, visibleLines } from './visible.ts';

/** A text as one span of code, whatever backticks it has. */
export function codeSpan(text: string): string {
  const line = visibleLine(text).trim();
  if (line === '') return '(none)';
  const ticks = '`'.repeat(longestRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

/** A fenced block, its fence longer than any inside. */
export function fenced(text: string, language: 'json' | 'text'): readonly string[] {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return [`${fence}${language}`, ...visibleLines(text), fence];
}

/**
 * A text as a quote: it keeps its Markdown, but what it opens ends with the quote, and HTML and images in it are shown
 * as they are written. Fenced blocks stay exact where it is certain what they are.
 */
export function quoted(text: string): readonly string[] {
  const lines = visibleLines(text);
  const isPlain = lines.every((line) => !/```|~~~/.test(line) || /^(?:`{3,}[^`]*|~{3,}[^~]*)$/.test(line));
  let fence: string | undefined;
  return lines.map((line) => {
    const own = isPlain ? /^(?:`{3,}|~{3,})/.exec(line)?.[0] : undefined;
    const wasInside = fence !== undefined;
    if (fence === undefined) fence = own;
    else if (own?.startsWith(fence) && line.replace(/ +$/, '') === own) fence = undefined;
    const shown = wasInside || own !== undefined ? line : harmless(line);
    return shown === '' ? '>' : `> ${shown}`;
  });
}

/** Tags, comments, entities and images as text. Inside a span of code the escapes are seen, which harms nobody. */
function harmless(line: string): string {
  return line.replace(/<(?=[A-Za-z/!?])/g, '&lt;').replaceAll('![', '!\\[');
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
