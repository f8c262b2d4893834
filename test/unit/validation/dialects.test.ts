import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/json.ts';
import { compileSchema } from '../../../src/agent/validation/index.ts';
import { messageFor, objectOf, outcome } from './schemas.ts';

describe('dialects', () => {
  it.each([
    ['no $schema', {}],
    ['2020-12', { $schema: 'https://json-schema.org/draft/2020-12/schema' }],
    ['2020-12 by http and #', { $schema: 'http://json-schema.org/draft/2020-12/schema#' }],
  ])('validates a schema with %s by 2020-12 (B11)', (_, named) => {
    const point = { type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }], items: false };
    const parameters = { ...named, ...objectOf({ v: { $ref: '#/$defs/point' } }, ['v']), $defs: { point } };
    expect(outcome(parameters, { v: [1, 'a'] })).toEqual({ v: [1, 'a'] });
    expect(outcome(parameters, { v: ['1', 2] })).toEqual({ v: [1, '2'] });
    expect(outcome(parameters, { v: [1, 'a', 2] })).toBe('invalid v');
  });

  it.each([
    'http://json-schema.org/draft-07/schema#',
    'http://json-schema.org/draft-07/schema',
    'https://json-schema.org/draft-07/schema#',
  ])('validates a schema with %s by draft-07 (B11)', ($schema) => {
    const point = { type: 'array', items: [{ type: 'number' }, { type: 'string' }], additionalItems: false };
    const parameters = { $schema, ...objectOf({ v: { $ref: '#/definitions/point' } }, ['v']), definitions: { point } };
    expect(outcome(parameters, { v: ['1', 2] })).toEqual({ v: [1, '2'] });
    expect(outcome(parameters, { v: [1, 'a', 2] })).toBe('invalid v');
  });

  it('validates a schema with 2019-09 by 2019-09 (B11)', () => {
    const parameters = {
      $schema: 'https://json-schema.org/draft/2019-09/schema#',
      $recursiveAnchor: true,
      ...objectOf({ n: { type: 'number' }, next: { $recursiveRef: '#' } }),
      dependentRequired: { next: ['n'] },
    };
    expect(outcome(parameters, { n: 1, next: { n: 2 } })).toEqual({ n: 1, next: { n: 2 } });
    expect(outcome(parameters, { n: 1, next: { next: {} } })).toBe('invalid next');
  });

  it.each<[JsonObject, string]>([
    [
      { $schema: 'https://example.com/mine' },
      'its $schema "https://example.com/mine" is not draft-07, 2019-09 or 2020-12',
    ],
    [{ $schema: 7 }, 'its $schema 7 is not draft-07, 2019-09 or 2020-12'],
    [{ type: 'text' }, 'it is not valid 2020-12: /type must be equal to one of the allowed values'],
    [{ properties: { a: { pattern: '(' } } }, 'Invalid regular expression: /(/: Unterminated group'],
    [{ $ref: '#/$defs/gone' }, "can't resolve reference #/$defs/gone from id schema-of-arguments"],
    [
      { $ref: 'https://example.com/s.json' },
      "can't resolve reference https://example.com/s.json from id schema-of-arguments",
    ],
  ])('reports %j when it is compiled (B11)', (schema, reason) => {
    expect(compileSchema(schema)).toEqual({ kind: 'unusable', reason });
    expect(messageFor(schema, {})).toContain(`  - root: the tool's schema cannot be used: ${reason}\n`);
  });

  it('reads an array of items without a $schema as a tuple, as TypeBox writes them', () => {
    const tuple = { type: 'array', items: [{ type: 'number' }], minItems: 1, additionalItems: false };
    expect(outcome(objectOf({ v: tuple }), { v: ['1'] })).toEqual({ v: [1] });
    expect(outcome(objectOf({ v: tuple }), { v: [1, 2] })).toBe('invalid v');
  });
});

describe('unknown keywords', () => {
  it.each<[string, Json]>([
    ['a vendor keyword', { type: 'string', 'x-google-enum': ['a'] }],
    ['nullable', { type: 'string', nullable: true }],
    ['nullable without a type', { enum: ['x'], nullable: true }],
    ['nullable: false beside null', { type: ['string', 'null'], nullable: false }],
    ['example', { type: 'string', example: 5 }],
    ['discriminator', { oneOf: [{ type: 'string' }], discriminator: { propertyName: 'kind' } }],
    ['two types', { type: ['string', 'number'] }],
    ['required without properties', { type: 'string', required: ['a'] }],
    ['$async', { type: 'string', $async: true }],
    ['names that objects inherit', { type: 'string', constructor: 1, toString: {}, __proto__: 2 }],
  ])('are ignored: %s (B12)', (_, schema) => {
    expect(outcome({ ...objectOf({ v: schema }, ['v']), $async: true, example: {} }, { v: 'x' })).toEqual({ v: 'x' });
    expect(outcome(objectOf({ v: schema }, ['v']), { v: [] })).toBe('invalid v');
  });

  it('are ignored when they allow more: null is not let in by nullable (B12)', () => {
    const nullable = { type: 'string', nullable: true };
    expect(outcome(objectOf({ v: nullable }), { v: null })).toEqual({});
    expect(outcome(objectOf({ v: nullable }, ['v']), { v: null })).toBe('invalid v');
  });
});

describe('formats', () => {
  it.each<[Json, Json]>([
    [{ type: 'string', format: 'uint64' }, 'x'],
    [{ type: 'integer', format: 'int32' }, 5_000_000_000],
    [{ type: 'string', format: 'toString' }, 'x'],
    [{ type: 'string', format: '__proto__' }, 'x'],
    [{ type: 'string', format: 'constructor' }, 'x'],
    [{ type: 'string', format: 'google-datetime' }, 'x'],
    [{ type: 'string', format: 'path' }, 'x'],
  ])('that the standard does not know are annotations: %j (B13)', (schema, value) => {
    expect(outcome(objectOf({ v: schema }), { v: value })).toEqual({ v: value });
  });

  it.each([
    ['date', '2026-02-30', '2026-02-28'],
    ['date-time', 'yesterday', '2026-02-28T12:00:00Z'],
    ['duration', '1 day', 'P1D'],
    ['email', 'me', 'me@example.com'],
    ['hostname', 'a b', 'example.com'],
    ['ipv4', '1.2.3.400', '1.2.3.4'],
    ['ipv6', '12345::', '::1'],
    ['json-pointer', 'a', '/a'],
    ['regex', '(', '(a)'],
    ['relative-json-pointer', '/a', '0/a'],
    ['time', '25:00:00Z', '12:00:00Z'],
    ['uri', 'x y', 'https://example.com/'],
    ['uri-reference', '\\', '/a'],
    ['uri-template', '{', '/{a}'],
    ['uuid', 'x', '00000000-0000-0000-0000-000000000000'],
  ])('of the standard are checked: %s (B13)', (format, wrong, right) => {
    const parameters = objectOf({ v: { type: 'string', format } });
    expect([outcome(parameters, { v: wrong }), outcome(parameters, { v: right })]).toEqual(['invalid v', { v: right }]);
  });
});
