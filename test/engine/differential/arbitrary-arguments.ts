/**
 * Random schemas, and arguments for them that are right, nearly right or wrong. Arguments follow from a list of choices
 * in which 0 is the plainest, so that a failing case shrinks to plain arguments.
 */
import fc from 'fast-check';
import type { Json, JsonObject } from '../../../src/core/json.ts';

const number = { type: 'number' };
const text = { type: 'string' };
const flag = { type: 'boolean' };
const none = { type: 'null' };

const leaves: readonly JsonObject[] = [
  number,
  text,
  flag,
  { type: 'integer' },
  none,
  { type: 'number', minimum: 2 },
  { type: 'string', minLength: 2 },
  { type: 'string', enum: ['a', '5'] },
  { type: ['number', 'null'] },
  { type: ['string', 'boolean'] },
  { anyOf: [number, none] },
  { anyOf: [text, number] },
  { oneOf: [flag, text] },
  { anyOf: [{ type: 'object', properties: { n: number }, required: ['n'] }, flag] },
];

/** What may stand where something else is wanted. */
const strangers: readonly Json[] = [
  ...['5', 'x', '', 'true', 'false', '1.5', 'null', ' 7 ', '[1]', '{"a":1}'],
  ...[0, 1, 1.5, -2, true, false, null, [], [1], ['5'], {}, { n: '5' }, { a: null }],
];

const leaf = fc.constantFrom(...leaves);

function objectOf(property: fc.Arbitrary<JsonObject>, sizes: { readonly minKeys: number; readonly maxKeys: number }) {
  return fc
    .record({
      properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), property, { ...sizes, noNullPrototype: true }),
      isRequired: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
      additional: fc.constantFrom(true, true, false),
    })
    .map(({ properties, isRequired, additional }): JsonObject => {
      const required = Object.keys(properties).filter((_name, index) => isRequired[index] === true);
      return { type: 'object', properties, required, ...(additional ? {} : { additionalProperties: false }) };
    });
}

const nested = fc.oneof(
  { weight: 4, arbitrary: leaf },
  { weight: 1, arbitrary: leaf.map((items): JsonObject => ({ type: 'array', items })) },
  { weight: 1, arbitrary: objectOf(leaf, { minKeys: 1, maxKeys: 2 }) },
);

/** A tool's parameters. */
export const parameters: fc.Arbitrary<JsonObject> = objectOf(nested, { minKeys: 0, maxKeys: 3 });

export const choices = fc.array(fc.nat(59), { maxLength: 14 });

/** Arguments for a schema of {@link parameters}; the same choices give the same arguments. */
export function argumentsFor(schema: JsonObject, chosen: readonly number[]): JsonObject {
  const left = [...chosen];
  const next = (): number => left.shift() ?? 0;
  const made = objectFor(schema, next);
  return next() % 10 === 9 ? { ...made, extra: pick(strangers, next) } : made;
}

function objectFor(schema: JsonObject, next: () => number): JsonObject {
  const entries = Object.entries((schema['properties'] ?? {}) as Record<string, JsonObject>);
  return Object.fromEntries(
    entries.flatMap(([name, wanted]) => {
      const choice = next() % 10;
      if (choice === 5) return [];
      return [[name, choice < 5 ? valueFor(wanted, next) : pick(strangers, next)]];
    }),
  );
}

function valueFor(schema: JsonObject, next: () => number): Json {
  const arms = (schema['anyOf'] ?? schema['oneOf']) as readonly JsonObject[] | undefined;
  if (arms !== undefined) return valueFor(pick(arms, next), next);
  const allowed = schema['enum'] as readonly Json[] | undefined;
  if (allowed !== undefined) return pick(allowed, next);
  switch ([schema['type']].flat()[0]) {
    case 'number':
      return pick([2, 2.5, 30], next);
    case 'integer':
      return pick([3, 40], next);
    case 'string':
      return pick(['ab', 'long enough'], next);
    case 'boolean':
      return pick([true, false], next);
    case 'array': {
      const size = next() % 3;
      return Array.from({ length: size }, () =>
        next() % 4 === 3 ? pick(strangers, next) : valueFor(schema['items'] as JsonObject, next),
      );
    }
    case 'object':
      return objectFor(schema, next);
    default:
      return null;
  }
}

function pick<T extends Json>(list: readonly T[], next: () => number): T {
  const index = next() % list.length;
  const [picked] = list.slice(index);
  if (picked === undefined) throw new Error('nothing to pick from');
  return picked;
}
