import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/core/json.ts';
import { messageFor, objectOf, outcome } from './schemas.ts';

const number = { type: 'number' };
const string = { type: 'string' };
const none = { type: 'null' };

describe('coercion', () => {
  it.each<[string, Json, Json]>([
    ['anyOf number, null', { anyOf: [number, none] }, null],
    ['anyOf null, number', { anyOf: [none, number] }, null],
    ['oneOf number, null', { oneOf: [number, none] }, null],
    ['oneOf null, boolean', { oneOf: [none, { type: 'boolean' }] }, null],
    ['type number or null', { type: ['number', 'null'] }, null],
    ['anyOf string, number', { anyOf: [string, number] }, 5],
    ['anyOf number, string', { anyOf: [number, string] }, '5'],
    ['oneOf boolean, string', { oneOf: [{ type: 'boolean' }, string] }, 'true'],
    ['a union in a union', { anyOf: [{ anyOf: [number, none] }, string] }, null],
    ['a referred union', { $ref: '#/properties/other' }, null],
  ])('keeps a value that an arm of %s accepts (B01)', (_, schema, value) => {
    const parameters = objectOf({ v: schema, other: { anyOf: [number, none] } }, ['v']);
    expect(outcome(parameters, { v: value })).toEqual({ v: value });
  });

  it.each<[Json, Json, Json]>([
    [{ anyOf: [number, { type: 'boolean' }] }, '5', 5],
    [{ anyOf: [{ type: 'boolean' }, number] }, 'true', true],
    [{ oneOf: [{ type: 'integer' }, none] }, '', null],
    [
      { anyOf: [objectOf({ k: { const: 'a' }, n: number }, ['k', 'n']), objectOf({ k: { const: 'b' } }, ['k'])] },
      { k: 'a', n: '5' },
      { k: 'a', n: 5 },
    ],
  ])('tries an arm of %j only if none accepts what was sent (B01)', (schema, sent, made) => {
    expect(outcome(objectOf({ v: schema }), { v: sent })).toEqual({ v: made });
  });

  it.each(['number', 'integer', 'string', 'boolean'])('refuses a null for a required %s (B02)', (type) => {
    expect(messageFor(objectOf({ amount: { type } }, ['amount']), { amount: null })).toBe(
      `Validation failed for tool "lookup":\n  - amount: must be ${type}\n\nReceived arguments:\n{\n  "amount": null\n}`,
    );
  });

  it('never makes a value of a null in a list, a map, a union or a required nested property (B02)', () => {
    expect(outcome(objectOf({ v: { type: 'array', items: number } }), { v: [1, null] })).toBe('invalid v.1');
    expect(outcome({ type: 'object', additionalProperties: number }, { a: null })).toBe('invalid a');
    expect(outcome(objectOf({ v: { anyOf: [number, string] } }, ['v']), { v: null })).toBe('invalid v');
    expect(outcome(objectOf({ v: objectOf({ n: number }, ['n']) }), { v: { n: null } })).toBe('invalid v.n');
  });

  it.each(['number', 'integer', 'string', 'boolean', 'array', 'object'])(
    'treats a null for an optional %s as absent, at any depth (B02)',
    (type) => {
      const inner = objectOf({ limit: { type } });
      const parameters = objectOf({ limit: { type }, in: inner, list: { type: 'array', items: inner } });
      expect(outcome(parameters, { limit: null, in: { limit: null }, list: [{ limit: null }] })).toEqual({
        in: {},
        list: [{}],
      });
    },
  );

  it('keeps a null that an optional property accepts, and one that no property describes (B02)', () => {
    expect(outcome(objectOf({ limit: { type: ['number', 'null'] } }), { limit: null, other: null })).toEqual({
      limit: null,
      other: null,
    });
  });

  it('parses JSON text where only a list or an object is wanted (B05)', () => {
    const list = { type: 'array', items: string };
    expect(outcome(objectOf({ queries: list }), { queries: '["test"]' })).toEqual({ queries: ['test'] });
    expect(outcome(objectOf({ v: objectOf({ n: number }) }), { v: ' {"n":"5"} ' })).toEqual({ v: { n: 5 } });
    expect(outcome(objectOf({ v: { anyOf: [list, none] } }), { v: '["a"]' })).toEqual({ v: ['a'] });
  });

  it('leaves JSON text alone where a string is wanted too (B05)', () => {
    const list = { type: 'array', items: number };
    expect(outcome(objectOf({ v: string }), { v: '[1]' })).toEqual({ v: '[1]' });
    expect(outcome(objectOf({ v: { anyOf: [string, list] } }), { v: '[1]' })).toEqual({ v: '[1]' });
    expect(outcome(objectOf({ v: { type: ['array', 'string'] } }), { v: '[1]' })).toEqual({ v: '[1]' });
  });

  it('refuses text that is no JSON of the wanted type, naming path and type (B05)', () => {
    const parameters = objectOf({ queries: { type: 'array' }, v: { type: 'object' } });
    expect(messageFor(parameters, { queries: '[1' })).toContain('  - queries: must be array\n');
    expect(messageFor(parameters, { queries: '{}' })).toContain('  - queries: must be array\n');
    expect(messageFor(parameters, { v: '[]' })).toContain('  - v: must be object\n');
    expect(messageFor(parameters, { v: '"{}"' })).toContain('  - v: must be object\n');
  });

  it('does not convert what a pattern describes by the schema for the rest', () => {
    const parameters = {
      ...objectOf({ n: number }),
      patternProperties: { '^x': string },
      additionalProperties: number,
    };
    expect(outcome(parameters, { x1: '5', n: '5' })).toEqual({ x1: '5', n: 5 });
  });

  it('can be turned off', () => {
    expect(outcome(objectOf({ v: number }), { v: '5' }, { coerce: false })).toBe('invalid v');
    expect(outcome(objectOf({ v: number }), { v: null }, { coerce: false })).toBe('invalid v');
  });
});
