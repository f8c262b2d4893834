/**
 * Makes of a tool's schema the copy that is compiled, and says what may make validation by it costly. The walk knows
 * where schemas are and where data is (`const`, `default`, `enum` …), which is never touched; what is rewritten, and
 * why, is `rewrite-keywords.ts`.
 */
import type { Json } from '../../core/json.ts';
import type { Dialect } from './dialect.ts';
import { isPlainObject } from './inspect-value.ts';
import { rewriteKeywords, type Keywords, type RewriteRules } from './rewrite-keywords.ts';

export interface SchemaTraits {
  /** References can make validation exponential in the schema's size. */
  readonly references: boolean;
  /** `uniqueItems` is quadratic in the number of items. */
  readonly unique: boolean;
  /** A schema inside has an `$id`: `#` does not mean the root everywhere. */
  readonly innerIds: boolean;
  /** What it uses that the validator would judge wrongly, as a clause. */
  readonly unsupported: string | undefined;
  /** Bound of the work per character of the arguments. */
  readonly cost: number;
}

const schemaKeywords = new Set(
  'additionalItems additionalProperties contains contentSchema else if items not propertyNames then unevaluatedItems unevaluatedProperties'.split(
    ' ',
  ),
);
const schemaArrayKeywords = new Set('allOf anyOf items oneOf prefixItems'.split(' '));
const schemaMapKeywords = new Set(
  '$defs definitions dependencies dependentSchemas patternProperties properties'.split(' '),
);

/**
 * @param schema JSON of bounded depth; not changed
 * @param context its dialect, and whether it is all there is or belongs to a set of documents
 */
export function normaliseSchema(
  schema: Json,
  context: { readonly dialect: Dialect; readonly alone: boolean },
): { readonly schema: Json; readonly traits: SchemaTraits } {
  const text = JSON.stringify(schema);
  const traits = {
    references: false,
    unique: false,
    unsupported: undefined as string | undefined,
    innerIds: hasInnerId(schema, false),
    cost: text.length,
  };
  const rules = {
    dialect: context.dialect,
    oldTuples: isPlainObject(schema) && typeof schema['$schema'] !== 'string',
    oneResource: context.alone && !traits.innerIds,
    unevaluatedItems: text.includes('"unevaluatedItems":'),
    unevaluated: /"unevaluated(?:Items|Properties)":/.test(text),
  };

  const copy: Copy = (value) => {
    if (!isPlainObject(value)) return value;
    const made = rewriteKeywords(copyMembers(value as Keywords, copy), rules);
    traits.references ||= ['$ref', '$dynamicRef', '$recursiveRef'].some((key) => Object.hasOwn(made, key));
    traits.unsupported ??= unsupportedUse(made, rules);
    traits.unique ||= made['uniqueItems'] === true;
    traits.cost += patternCost(made);
    return made;
  };

  return { schema: copy(schema), traits };
}

/** Better unusable than judged wrongly: ajv 8.20 gets these two wrong. */
function unsupportedUse(
  made: Keywords,
  rules: RewriteRules & { readonly unevaluatedItems: boolean },
): string | undefined {
  if (Object.hasOwn(made, '$dynamicRef'))
    return 'it uses $dynamicRef across several resources ($id), which is not supported';
  if (rules.dialect !== '2020-12' || !rules.unevaluatedItems || !Object.hasOwn(made, 'contains')) return undefined;
  return 'it uses contains together with unevaluatedItems, which is not supported';
}

type Copy = (value: Json) => Json;

function copyMembers(schema: Keywords, copy: Copy): Record<string, Json> {
  const members = Object.entries(schema).map(([key, value]): [string, Json] => {
    if (schemaArrayKeywords.has(key) && Array.isArray(value)) return [key, (value as readonly Json[]).map(copy)];
    if (schemaMapKeywords.has(key) && isPlainObject(value)) {
      const entries = Object.entries(value as Keywords).map(([name, item]) => [name, copy(item)]);
      return [key, Object.fromEntries(entries) as Json];
    }
    return [key, schemaKeywords.has(key) ? copy(value) : value];
  });
  return Object.fromEntries(members);
}

function hasInnerId(value: Json, isInner: boolean): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (isInner && isPlainObject(value) && typeof value['$id'] === 'string') return true;
  return (Object.values(value) as Json[]).some((item) => hasInnerId(item, true));
}

function patternCost({ pattern, patternProperties }: Keywords): number {
  const patterns = isPlainObject(patternProperties) ? Object.keys(patternProperties) : [];
  if (typeof pattern === 'string') patterns.push(pattern);
  return patterns.reduce((cost, source) => cost + source.length * repetitionsOf(source), 0);
}

/** By how much counted repetitions may multiply a pattern's cost: never above RE2's limit. */
function repetitionsOf(pattern: string): number {
  const counts = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].map(([, least, most]) => Number(most || least));
  return Math.min(
    1000,
    counts.reduce((product, count) => product * Math.max(1, count), 1),
  );
}
