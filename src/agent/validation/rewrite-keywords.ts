/**
 * Rewrites the keywords of one schema that the validator (ajv 8.20) would read otherwise than the standard says. What a
 * standard schema means must never change here; each rule says what it is for.
 */
import type { Json } from '../../core/json.ts';
import type { Dialect } from './dialect.ts';
import { isPlainObject } from './inspect-value.ts';

export type Keywords = Readonly<Record<string, Json>>;

export interface RewriteRules {
  readonly dialect: Dialect;
  /** The schema names no dialect: an array of `items` means what it means in draft-07. */
  readonly oldTuples: boolean;
  /** The whole schema is one resource: no `$id` inside it, no other documents. */
  readonly oneResource: boolean;
  /** It asks somewhere what other keywords have evaluated. */
  readonly unevaluated: boolean;
}

/** @param made the keywords of one schema, its subschemas rewritten already; changed and returned */
export function rewriteKeywords(made: Record<string, Json>, rules: RewriteRules): Record<string, Json> {
  // No keywords of JSON Schema, but of OpenAPI and of ajv: ignored, as all unknown ones are.
  delete made['nullable'];
  delete made['$async'];
  if (rules.dialect === 'draft-07' && typeof made['$ref'] === 'string') return alone(made);
  moveProto(made);
  if (rules.oldTuples && Array.isArray(made['items'])) moveTuple(made);
  // ajv takes no empty list. Nothing is one of none.
  if (Array.isArray(made['enum']) && made['enum'].length === 0) {
    delete made['enum'];
    demand(made, false);
  }
  if (rules.dialect === '2020-12' && rules.oneResource) fixDynamicReference(made);
  if (rules.unevaluated && made['if'] !== undefined) spellCondition(made);
  if (rules.dialect !== 'draft-07') separateReference(made);
  return made;
}

/** In draft-07 a `$ref` stands alone: what is beside it has no meaning (a `definitions` can be referred to). */
function alone({ $ref, $schema, $defs, definitions }: Keywords): Record<string, Json> {
  const kept = { $ref, $schema, $defs, definitions };
  return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

/** ajv skips a property of this name; it does not skip a pattern that only this name matches. */
function moveProto(made: Record<string, Json>): void {
  const { properties, patternProperties } = made;
  if (!isPlainObject(properties) || !Object.hasOwn(properties, '__proto__')) return;
  const rest = Object.entries(properties as Keywords).filter(([name]) => name !== '__proto__');
  made['properties'] = Object.fromEntries(rest);
  made['patternProperties'] = {
    ...(isPlainObject(patternProperties) ? patternProperties : {}),
    '^__proto__$': (properties as Keywords)['__proto__'] ?? true,
  };
}

/** TypeBox and others write tuples the old way without naming a dialect. 2020-12 has no array of `items`. */
function moveTuple(made: Record<string, Json>): void {
  const { items, additionalItems } = made;
  made['prefixItems'] ??= items ?? [];
  delete made['items'];
  delete made['additionalItems'];
  if (additionalItems !== undefined) made['items'] = additionalItems;
}

/** In a single resource a dynamic reference is an ordinary one; ajv resolves it wrongly from outside its anchor. */
function fixDynamicReference(made: Record<string, Json>): void {
  const { $dynamicAnchor, $dynamicRef } = made;
  if (typeof $dynamicAnchor === 'string' && made['$anchor'] === undefined) {
    made['$anchor'] = $dynamicAnchor;
    delete made['$dynamicAnchor'];
  }
  if (typeof $dynamicRef !== 'string') return;
  delete made['$dynamicRef'];
  if (made['$ref'] === undefined) made['$ref'] = $dynamicRef;
  else demand(made, { $ref: $dynamicRef });
}

/** A reference in the schema that has the `$id` it is relative to: ajv recurses for ever. */
function separateReference(made: Record<string, Json>): void {
  const { $id, $ref } = made;
  if (typeof $id !== 'string' || typeof $ref !== 'string') return;
  delete made['$ref'];
  demand(made, { $ref });
}

/** ajv counts what an `if` has evaluated also when it failed, or never; of a union it counts what succeeded. */
function spellCondition(made: Record<string, Json>): void {
  const { if: condition = true, then = true, else: otherwise = true } = made;
  delete made['if'];
  delete made['then'];
  delete made['else'];
  demand(made, { anyOf: [{ allOf: [condition, then] }, { allOf: [{ not: condition }, otherwise] }] });
}

/** Adds a schema that must hold too, behind those that are there, so that references to them stay right. */
function demand(made: Record<string, Json>, schema: Json): void {
  made['allOf'] = [...(Array.isArray(made['allOf']) ? (made['allOf'] as readonly Json[]) : []), schema];
}
