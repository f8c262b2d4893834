/**
 * Says whether a value is JSON before the engine has to encode it, and where it is not. Never throws, whatever it is
 * given: proxies and getters that throw count as not JSON.
 */
import type { Json } from './json.ts';

/** `dates` lets objects through that turn themselves into JSON (`toJSON`), such as dates. */
export type JsonStrictness = 'plain' | 'dates';

/**
 * What keeps a value from being JSON: `details.when: a Date` and the like; undefined if nothing does.
 * An undefined member of an object is fine (it is left out).
 * @param name what the value is called in the answer
 */
export function notJson(value: unknown, name: string, strictness: JsonStrictness = 'plain'): string | undefined {
  try {
    return problemAt(value, name, strictness, new Set());
  } catch (error) {
    return readingProblem(error, name);
  }
}

export type PlainJson =
  | { readonly kind: 'json'; readonly value: Json; readonly bytes: number }
  /** `problem` names the place, as {@link notJson} does. */
  | { readonly kind: 'unfit'; readonly problem: string };

/**
 * A copy of a value as JSON, with its size in bytes of UTF-8, or what keeps it from being JSON. Never throws, even if
 * the value changes between two readings or fails to turn itself into JSON.
 */
export function plainJson(value: unknown, name: string, strictness: JsonStrictness = 'plain'): PlainJson {
  const problem = notJson(value, name, strictness);
  if (problem !== undefined) return { kind: 'unfit', problem };
  try {
    // The type says string; it is undefined for a value whose toJSON gives undefined.
    const text = JSON.stringify(value) as string | undefined;
    if (text === undefined) return { kind: 'unfit', problem: `${name}: it has no JSON form` };
    return { kind: 'json', value: JSON.parse(text) as Json, bytes: utf8Length(text) };
  } catch (error) {
    return { kind: 'unfit', problem: readingProblem(error, name) };
  }
}

/** Is it nested more than so many levels deep? A circular value is. Never throws for JSON. */
export function nestsDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => nestsDeeper(member, levels - 1));
}

/** What is thrown here may itself refuse to be read. */
function readingProblem(error: unknown, name: string): string {
  try {
    if (error instanceof RangeError) return `${name}: nested too deeply`;
    return `${name}: reading it throws ${error instanceof Error ? error.message : String(error)}`;
  } catch {
    return `${name}: reading it throws`;
  }
}

function problemAt(value: unknown, path: string, strictness: JsonStrictness, above: Set<object>): string | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined;
    case 'number':
      return Number.isFinite(value) ? undefined : `${path}: ${String(value)}`;
    case 'object':
      return value === null ? undefined : objectProblem(value, path, strictness, above);
    default:
      return `${path}: a ${typeof value}`;
  }
}

function objectProblem(
  value: object,
  path: string,
  strictness: JsonStrictness,
  above: Set<object>,
): string | undefined {
  if (above.has(value)) return `${path}: a circular reference`;
  if (strictness === 'dates' && 'toJSON' in value && typeof value.toJSON === 'function') return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  const plain = Array.isArray(value) || prototype === null || isObjectPrototype(prototype);
  if (!plain) return `${path}: a ${value.constructor.name}`;
  if (Object.getOwnPropertySymbols(value).length > 0 && strictness === 'plain') return `${path}: a symbol key`;
  above.add(value);
  for (const [key, member] of Object.entries(value) as [string, unknown][]) {
    if (member === undefined && !Array.isArray(value)) continue;
    const problem = problemAt(member, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`, strictness, above);
    if (problem !== undefined) return problem;
  }
  above.delete(value);
  return undefined;
}

/** Also true for the prototype of another realm's objects. */
function isObjectPrototype(prototype: unknown): boolean {
  return typeof prototype === 'object' && prototype !== null && Object.getPrototypeOf(prototype) === null;
}

/** UTF-8 bytes of a value's JSON text. */
export function jsonBytes(value: unknown): number {
  return utf8Length(JSON.stringify([value])) - 2;
}

function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return bytes;
}
