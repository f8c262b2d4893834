/**
 * The beginning of a call's arguments as one short line, for Temporal's own pages. It is kept in the history in the
 * clear, so it must never hold what looks like a secret; and the engine refuses summaries above 400 bytes.
 */
import type { Json, JsonObject } from './json.ts';
import { limits } from './limits.ts';
import { hidden, isSecretName, maskSecrets } from './secrets.ts';
import { escaped, unsafe } from './unsafe-text.ts';

/** Characters of a text that are looked at; far more than are shown. */
const SCANNED = 500;
/** Characters at the end of what was looked at that are left out: a secret that was cut has no form of its own. */
const CUT = 64;

/** Members whose sibling `value` they name: `{ "name": "Authorization", "value": "…" }`. */
const NAMING = ['name', 'key', 'header', 'variable', 'env', 'field'];
const NAMED = /^(?:value|values|val|content|data)$/i;

/** JSON of the arguments: secrets hidden, controls escaped, `…` where it was cut. At most `limits.summaryText` characters. */
export function argumentSummary(args: JsonObject): string {
  return shortLine(written(args, limits.summaryText));
}

/** A text as one short line that the engine takes as a summary. */
export function shortLine(text: string): string {
  let kept = '';
  let characters = 0;
  let bytes = 0;
  for (const character of text.slice(0, SCANNED).replace(unsafe, escaped)) {
    characters += 1;
    bytes += sizeOf(character);
    if (characters > limits.summaryText || bytes > limits.summaryBytes) return `${kept}…`;
    kept += character;
  }
  return kept;
}

/** Bytes inside a JSON string. */
function sizeOf(character: string): number {
  if (character === '"' || character === '\\') return 2;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code > 0xffff ? 4 : 3;
}

/** JSON text, or at least `room` characters of its beginning: what nobody sees is not written, however large it is. */
function written(value: Json, room: number): string {
  if (room < 0) return '…';
  if (typeof value === 'string') return JSON.stringify(shown(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return isList(value) ? writtenList(value, room) : writtenObject(value, room);
}

function writtenList(items: readonly Json[], room: number): string {
  let text = '[';
  for (const [index, item] of items.entries()) {
    if (text.length > room) break;
    const before = items[index - 1];
    const isSecret = typeof before === 'string' && isOption(before) && typeof item === 'string';
    text += (index === 0 ? '' : ',') + (isSecret ? HIDDEN : written(item, room - text.length));
  }
  return `${text}]`;
}

function writtenObject(value: JsonObject, room: number): string {
  let text = '{';
  const named = NAMING.some((name) => isOption(value[name]));
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    if (text.length > room) break;
    const isSecret = wantsHiding(name, member) || (named && NAMED.test(name));
    const start = `${text.length === 1 ? '' : ','}${JSON.stringify(shown(name))}:`;
    text += start + (isSecret ? HIDDEN : written(member, room - text.length - start.length));
  }
  return `${text}}`;
}

const HIDDEN = JSON.stringify(hidden);

/** A number of tokens is none. */
function wantsHiding(name: string, member: Json): boolean {
  if (typeof member === 'boolean' || member === null) return false;
  return isSecretName(name) && !(typeof member === 'number' && /tokens?$/i.test(name));
}

/** Is it the name of a secret, such as `--password` or `Authorization:`, whose value comes next? */
function isOption(name: Json | undefined): boolean {
  return typeof name === 'string' && /^[\w.-]{1,60}[:=]?$/.test(name) && isSecretName(name);
}

function shown(text: string): string {
  if (text.length <= SCANNED) return maskSecrets(text);
  return `${maskSecrets(text.slice(0, SCANNED)).slice(0, -CUT)}…`;
}

function isList(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}
