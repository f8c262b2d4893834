/**
 * Integers beyond ±(2^53 − 1) lose digits when JSON is parsed: an identifier becomes another one. They are refused
 * before anything is decided, so that no tool, approval or record ever holds the wrong number (B04).
 */
import type { Json } from '../../core/json.ts';
import type { CompiledSchema } from './compile-schema.ts';
import { dottedPath, type Complaint } from './describe-problems.ts';
import { inspectValue, type UnsafeInteger } from './inspect-value.ts';

const tooLarge = 'integer is too large to be exact (beyond ±9007199254740991); send it as a string';

/**
 * A complaint for each such number. Exempt is one that JSON writes with an exponent (from 1e21 on) where the schema
 * takes fractions: a measure such as 6.02e23, not an identifier.
 * @param value JSON of bounded depth
 */
export function complaintsAboutDigits(value: Json, compiled: CompiledSchema): readonly Complaint[] {
  const inspected = inspectValue(value, { depth: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY });
  const unsafe = inspected.kind === 'json' ? inspected.unsafe : [];
  return unsafe
    .filter((number) => Math.abs(number.value) < 1e21 || !takesFractions(value, number, compiled))
    .map(({ path }) => ({ path: dottedPath(path), message: tooLarge }));
}

/** Whether a number with a fraction in its place would be of the right type. */
function takesFractions(value: Json, { path }: UnsafeInteger, compiled: CompiledSchema): boolean {
  const instancePath = path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  const wrongHere = new Set(['type', 'multipleOf']);
  return !compiled
    .check(replaceAt(value, path, 0.5))
    .some((problem) => problem.instancePath === instancePath && wrongHere.has(problem.keyword));
}

function replaceAt(value: Json, [part, ...rest]: readonly string[], by: number): Json {
  if (part === undefined) return by;
  const copy = structuredClone(value) as Record<string, Json>;
  copy[part] = replaceAt(copy[part] ?? null, rest, by);
  return copy;
}
