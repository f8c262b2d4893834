/**
 * The conversions of single values that the reference makes (pi-ai 0.85.1, `utils/validation`), and the two where
 * Turnkeeper differs: null never becomes 0, "" or false (D3), and digits are never lost on the way (B04).
 */
import type { Json } from '../../core/json.ts';
import { isPlainObject, isUnsafeInteger } from './inspect-value.ts';

/**
 * The value as the wanted type, or the same value if it has no such form:
 *
 * | wanted | from |
 * |---|---|
 * | number | text that `Number` reads as a finite number; true 1, false 0 |
 * | integer | the same if the number is whole |
 * | boolean | "true", "false", 1, 0 |
 * | string | a number, a boolean |
 * | null | "", 0, false |
 * | array, object | JSON text of one, if a string is not wanted too (see {@link unwrapJsonText}) |
 */
export function coercePrimitive(value: Json, wanted: string): Json {
  switch (wanted) {
    case 'number':
      return toNumber(value, Number.isFinite);
    case 'integer':
      return toNumber(value, Number.isInteger);
    case 'boolean':
      return value === 'true' || value === 1 ? true : value === 'false' || value === 0 ? false : value;
    case 'string':
      if (typeof value === 'number') return isUnsafeInteger(value) ? value : String(value);
      return typeof value === 'boolean' ? String(value) : value;
    case 'null':
      return value === '' || value === 0 || value === false ? null : value;
    default:
      return value;
  }
}

/** Whether a value is of a type as `type` names it; a number without a fraction is an integer. */
export function isOfType(value: Json, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isPlainObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/**
 * JSON text inside a string, parsed once, if arrays or objects are wanted there, strings are not, and that is what the
 * text holds (B05); else the same value.
 */
export function unwrapJsonText(value: Json, types: readonly string[]): Json {
  if (typeof value !== 'string' || types.includes('string') || !/^\s*[[{]/.test(value)) return value;
  const wanted = types.filter((type) => type === 'array' || type === 'object');
  try {
    const parsed = JSON.parse(value) as Json;
    return wanted.some((type) => isOfType(parsed, type)) ? parsed : value;
  } catch {
    return value;
  }
}

function toNumber(value: Json, fits: (parsed: number) => boolean): Json {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string' || value.trim() === '') return value;
  const parsed = Number(value);
  // Digits written out that a number cannot hold; with an exponent the sender meant a measure.
  if (isUnsafeInteger(parsed) && !/[eE]/.test(value)) return value;
  return fits(parsed) ? parsed : value;
}
