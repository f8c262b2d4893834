/**
 * What is compared with the reference: every pair of a wanted type and a given value, for a required and an optional
 * property, with plain JSON Schema and with TypeBox objects; and schemas of other structure, one by one.
 */
import type { Json, JsonObject } from '../../../src/core/json.ts';
import { TypeBox } from './reference.ts';
import { objectOf } from './schemas.ts';

export const givenValues: readonly Json[] = [
  ...[null, true, false, 0, 1, 5, 1.5, 1e21, 2 ** 53],
  ...['', ' ', '5', '1.5', ' 7 ', '0x10', '1e3', '5.0', '9007199254740993', 'Infinity', 'NaN', '0', '1'],
  ...['true', 'false', 'TRUE', 'null', 'x', '[1]', '{}'],
  ...[[], [1], ['a'], ['1'], {}, { a: 1 }, { a: '1' }],
];

const number = { type: 'number' };
const none = { type: 'null' };

export const wantedSchemas: readonly Json[] = [
  ...['number', 'integer', 'boolean', 'string', 'null', 'array', 'object'].map((type) => ({ type })),
  ...['number', 'string', 'boolean'].map((type) => ({ type: [type, 'null'] })),
  { type: ['number', 'string'] },
  { type: ['string', 'boolean'] },
  { type: 'array', items: number },
  { type: 'array', items: { type: 'string' } },
  { type: 'object', additionalProperties: number },
  { anyOf: [number, none] },
  { anyOf: [none, number] },
  { oneOf: [number, none] },
  { anyOf: [{ type: 'string' }, number] },
  { oneOf: [{ type: 'boolean' }, { type: 'string' }] },
  { anyOf: [{ type: 'array', items: { type: 'string' } }, number] },
  { allOf: [number, { minimum: 1 }] },
  { type: 'string', enum: ['5', 'true'] },
  { const: 5 },
  {},
];

/** The same as objects that TypeBox made, by name. */
export function typeBoxSchemas(): readonly (readonly [string, object])[] {
  const make = (kind: string, ...args: readonly unknown[]): object => TypeBox[kind]?.(...args) ?? {};
  return [
    ...['Number', 'Integer', 'Boolean', 'String', 'Null'].map((kind) => [kind, make(kind)] as const),
    ['Array(Number)', make('Array', make('Number'))],
    ['Object({})', make('Object', {})],
    ['Union([Number, Null])', make('Union', [make('Number'), make('Null')])],
    ["Literal('5')", make('Literal', '5')],
  ];
}

export function typeBoxObject(schema: object, presence: 'required' | 'optional'): JsonObject {
  const property = presence === 'required' ? schema : TypeBox['Optional']?.(schema);
  return (TypeBox['Object']?.({ v: property }) ?? {}) as JsonObject;
}

const typed = objectOf({ n: number }, ['n']);

/** A name, the schema, the arguments. */
export const structures: readonly (readonly [string, JsonObject, JsonObject])[] = [
  ['two missing', objectOf({ a: number, b: number }, ['a', 'b']), {}],
  ['nested missing', objectOf({ x: typed }), { x: {} }],
  [
    'nested coercion',
    objectOf({ x: typed, l: { type: 'array', items: typed } }),
    { x: { n: '1' }, l: [{ n: '2' }, {}] },
  ],
  ['first coerced, second wrong', objectOf({ a: number, b: number }), { a: '5', b: 'x' }],
  [
    'ten wrong',
    { type: 'object', additionalProperties: number },
    Object.fromEntries('a b c d e f g h i j'.split(' ').map((key) => [key, 'x'])),
  ],
  ['additional property', { ...objectOf({ a: number }), additionalProperties: false }, { a: 1, b: 1 }],
  ['undescribed null', objectOf({ a: number }), { z: null }],
  ['enum', objectOf({ a: { enum: ['x'] } }), { a: 'y' }],
  ['lengths', objectOf({ a: { type: 'string', minLength: 3 }, b: { type: 'array', minItems: 2 } }), { a: 'y', b: [1] }],
  ['formats', objectOf({ a: { type: 'string', format: 'email' }, b: { format: 'none-such' } }), { a: 'y', b: 'y' }],
  ['pattern', objectOf({ a: { type: 'string', pattern: '^x' } }), { a: 'y' }],
  ['union of objects', objectOf({ a: { anyOf: [typed, { type: 'boolean' }] } }), { a: { n: '5' } }],
  ['union of objects, none fits', objectOf({ a: { anyOf: [typed, { type: 'boolean' }] } }), { a: { n: 'x' } }],
  [
    'nested optional null',
    objectOf({ a: objectOf({ b: number }), l: { type: 'array', items: objectOf({ b: number }) } }),
    { a: { b: null }, l: [{ b: null }] },
  ],
  ['old tuple', objectOf({ a: { type: 'array', items: [number, { type: 'string' }] } }), { a: ['1', 2] }],
  ['allOf', { allOf: [objectOf({ a: number }), objectOf({ b: { type: 'boolean' } }, ['b'])] }, { a: '1', b: 'true' }],
  ['pattern properties', { type: 'object', patternProperties: { '^x': number } }, { x: '1' }],
  ['nullable, optional', objectOf({ a: { type: 'string', nullable: true } }), { a: null }],
  ['default', objectOf({ a: { type: 'string', default: 'x' } }), {}],
  ['dependent', { type: 'object', dependentRequired: { a: ['b'] } }, { a: 1 }],
  ['false schema', objectOf({ a: false }), { a: 1 }],
  ['nullable, required', objectOf({ a: { type: 'string', nullable: true } }, ['a']), { a: null }],
  ['null in a map', objectOf({ m: { type: 'object', additionalProperties: number } }), { m: { a: null } }],
  ['null in a list', objectOf({ l: { type: 'array', items: number } }), { l: [null] }],
  ['optional null in an arm', objectOf({ a: { anyOf: [objectOf({ b: { type: 'string' } })] } }), { a: { b: null } }],
  ['reference', { ...objectOf({ a: { $ref: '#/$defs/n' } }), $defs: { n: number } }, { a: '5' }],
  ['reference, optional null', { ...objectOf({ a: { $ref: '#/$defs/n' } }), $defs: { n: number } }, { a: null }],
  ['properties without type', { properties: { a: number } }, { a: '5' }],
  ['new tuple', objectOf({ a: { type: 'array', prefixItems: [number] } }), { a: ['1'] }],
  ['condition', { type: 'object', if: { required: ['a'] }, then: { required: ['b'] } }, { a: 1 }],
  ['contains', objectOf({ a: { type: 'array', contains: number } }), { a: ['x'] }],
  ['slash in a name', objectOf({ 'a/b': number }), { 'a/b': 'x' }],
];
