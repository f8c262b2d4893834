/**
 * Where Turnkeeper differs from the reference on purpose, said a second time and in other words than the product's: the
 * reference is given arguments with which it must do what Turnkeeper is to do with the original ones.
 *
 * D3. A null is never made into 0, "" or false: where the reference would, it gets an empty list, which it refuses at
 *     the same place. An optional null inside the arm of a union is left out.
 * B05. JSON text of a list or an object is read where that is wanted: the reference gets what it says.
 */
import type { Json, JsonObject } from '../../../src/core/json.ts';

const refused: Json = [];

export function amended(schema: JsonObject, value: Json): Json {
  const arms = (schema['anyOf'] ?? schema['oneOf']) as readonly JsonObject[] | undefined;
  const wanted = arms === undefined ? [schema['type']].flat() : arms.map(({ type }) => type);
  if (value === null) return wanted.includes('null') || !wanted.some(isMadeOfNull) ? value : refused;
  const object = arms?.find(({ type }) => type === 'object') ?? schema;
  if (typeof value === 'string' && !wanted.includes('string')) {
    const read = readText(value, wanted);
    const isTaken = read !== undefined && (arms === undefined || hasAllOf(object, read));
    return isTaken ? amended(schema, read) : value;
  }
  if (isList(value)) {
    const items = schema['items'] as JsonObject | undefined;
    return items === undefined ? value : value.map((item) => amended(items, item));
  }
  return typeof value === 'object' ? amendedObject(object, value) : value;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function hasAllOf(schema: JsonObject, value: Json): boolean {
  const required = (schema['required'] ?? []) as readonly string[];
  return typeof value === 'object' && value !== null && required.every((name) => name in value);
}

function amendedObject(schema: JsonObject, value: JsonObject): JsonObject {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonObject>;
  const required = (schema['required'] ?? []) as readonly string[];
  return Object.fromEntries(
    Object.entries(value).map(([name, member = null]) => {
      const wanted = properties[name];
      const isDropped = member === null && !required.includes(name);
      return [name, wanted === undefined || isDropped ? member : amended(wanted, member)];
    }),
  );
}

/** The types that the reference makes out of a null. */
function isMadeOfNull(type: unknown): boolean {
  return type === 'number' || type === 'integer' || type === 'string' || type === 'boolean';
}

function readText(text: string, wanted: readonly unknown[]): Json | undefined {
  try {
    const read = JSON.parse(text) as Json;
    if (typeof read !== 'object' || read === null) return undefined;
    return wanted.includes(Array.isArray(read) ? 'array' : 'object') ? read : undefined;
  } catch {
    return undefined;
  }
}
