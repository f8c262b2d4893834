/**
 * Tries to make arguments fit their schema, guided by it. Works on a copy that it owns and changes; it decides nothing:
 * what comes out is validated like any other value. Bound its time: see `watchdog.ts`.
 */
import type { Json } from '../../core/json.ts';
import { coercePrimitive, isOfType, unwrapJsonText } from './coerce-primitive.ts';
import { pointerTo, resolvePointer, type CompiledSchema } from './compile-schema.ts';
import { isPlainObject } from './inspect-value.ts';

/** A schema and where it is in the compiled one. */
interface Place {
  readonly schema: Json | undefined;
  readonly pointer: string;
}

type Keywords = Readonly<Record<string, Json>>;

/**
 * @param value a value that this call may change
 * @returns the value as its schema wants it, as far as the rules of `coerce-primitive.ts` go. An optional property
 *   that is null, and may not be, is dropped. A union arm that accepts the value as it is wins; else the first one
 *   that accepts what coercion by it makes.
 */
export function coerce(value: Json, compiled: CompiledSchema): Json {
  return coerceAt(value, { schema: compiled.schema, pointer: '' }, compiled);
}

function coerceAt(value: Json, { schema, pointer }: Place, compiled: CompiledSchema): Json {
  if (!isPlainObject(schema)) return value;
  const keywords = schema as Keywords;
  let next = value;
  const target = keywords['$ref'];
  if (typeof target === 'string' && !compiled.traits.innerIds) {
    next = coerceAt(next, { schema: resolvePointer(compiled.schema, target), pointer: target.slice(1) }, compiled);
  }
  for (const arm of armsOf(keywords, pointer, 'allOf')) next = coerceAt(next, arm, compiled);
  next = coerceUnion(next, armsOf(keywords, pointer, 'anyOf'), compiled);
  next = coerceUnion(next, armsOf(keywords, pointer, 'oneOf'), compiled);
  next = coerceType(next, keywords['type']);
  if (Array.isArray(next)) coerceItems(next as Json[], keywords, pointer, compiled);
  else if (isPlainObject(next)) coerceProperties(next as Record<string, Json>, keywords, pointer, compiled);
  return next;
}

function armsOf(schema: Keywords, pointer: string, keyword: string): readonly Place[] {
  const arms = schema[keyword];
  if (!Array.isArray(arms)) return [];
  return (arms as readonly Json[]).map((arm, index) => ({ schema: arm, pointer: pointerTo(pointer, keyword, index) }));
}

function coerceUnion(value: Json, arms: readonly Place[], compiled: CompiledSchema): Json {
  if (arms.some((arm) => accepts(arm, value, compiled))) return value;
  for (const arm of arms) {
    const candidate = coerceAt(structuredClone(value), arm, compiled);
    if (accepts(arm, candidate, compiled)) return candidate;
  }
  return value;
}

function accepts({ schema, pointer }: Place, value: Json, compiled: CompiledSchema): boolean {
  return typeof schema === 'boolean' ? schema : compiled.accepts(pointer, value);
}

function coerceType(value: Json, type: Json | undefined): Json {
  const types = (Array.isArray(type) ? (type as readonly Json[]) : [type]).filter((name) => typeof name === 'string');
  if (types.some((name) => isOfType(value, name))) return value;
  const unwrapped = unwrapJsonText(value, types);
  if (unwrapped !== value) return unwrapped;
  return types.map((name) => coercePrimitive(value, name)).find((made) => made !== value) ?? coerceToNull(value, types);
}

/** `find` cannot tell a null that it found from nothing. */
function coerceToNull(value: Json, types: readonly string[]): Json {
  return types.includes('null') ? coercePrimitive(value, 'null') : value;
}

function coerceItems(items: Json[], schema: Keywords, pointer: string, compiled: CompiledSchema): void {
  const tupleKeyword = Array.isArray(schema['items']) ? 'items' : 'prefixItems';
  const tuple = armsOf(schema, pointer, tupleKeyword);
  const rest = tupleKeyword === 'items' ? 'additionalItems' : 'items';
  for (const [index, item] of items.entries()) {
    const place = tuple[index] ?? { schema: schema[rest], pointer: pointerTo(pointer, rest) };
    items[index] = coerceAt(item, place, compiled);
  }
}

function coerceProperties(
  object: Record<string, Json>,
  schema: Keywords,
  pointer: string,
  compiled: CompiledSchema,
): void {
  const properties = isPlainObject(schema['properties']) ? (schema['properties'] as Keywords) : {};
  const required = Array.isArray(schema['required']) ? (schema['required'] as readonly Json[]) : [];
  // Which names a pattern describes is the validator's business; those are not converted.
  const others = schema['patternProperties'] === undefined ? schema['additionalProperties'] : undefined;
  for (const [name, value] of Object.entries(object)) {
    const isKnown = Object.hasOwn(properties, name);
    // Its name is no ordinary key of objects in JavaScript; it is validated, but not converted.
    if (name === '__proto__') continue;
    const place = isKnown
      ? { schema: properties[name], pointer: pointerTo(pointer, 'properties', name) }
      : { schema: others, pointer: pointerTo(pointer, 'additionalProperties') };
    const isAbsent = value === null && isKnown && !required.includes(name) && !accepts(place, null, compiled);
    if (isAbsent) Reflect.deleteProperty(object, name);
    else object[name] = coerceAt(value, place, compiled);
  }
}
