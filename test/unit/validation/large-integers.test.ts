import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/core/json.ts';
import { messageFor, objectOf, outcome } from './schemas.ts';

const digits = '2512292042121000001';
const sent = JSON.parse(`{"id":${digits}}`) as Json;
const tooLarge = 'integer is too large to be exact (beyond ±9007199254740991); send it as a string';

describe('an integer beyond 2^53', () => {
  it.each<[string, Json]>([
    ['an integer', { type: 'integer' }],
    ['a number', { type: 'number' }],
    ['a string', { type: 'string' }],
    ['a union with a string', { anyOf: [{ type: 'integer' }, { type: 'string' }] }],
    ['a nullable integer', { type: ['integer', 'null'] }],
    ['anything', {}],
  ])('is refused for %s, saying to send it as a string (B04)', (_, schema) => {
    expect(messageFor(objectOf({ id: schema }), sent)).toBe(
      `Validation failed for tool "lookup":\n  - id: ${tooLarge}\n\nReceived arguments:\n{\n  "id": 2512292042121000000\n}`,
    );
  });

  it('is refused at every depth, and inside JSON text (B04)', () => {
    const parameters = objectOf({ list: { type: 'array', items: { type: 'string' } }, o: { type: 'object' } });
    expect(outcome(parameters, { o: { a: [1, -(2 ** 53)] } })).toBe('invalid o.a.1');
    expect(outcome(parameters, { list: `[${digits}]` })).toBe('invalid list.0');
    expect(outcome(parameters, `{"o":{"a":${digits}}}`)).toBe('invalid o.a');
  });

  it('keeps every digit as a string (B04)', () => {
    expect(outcome(objectOf({ id: { type: 'string' } }), { id: digits })).toEqual({ id: digits });
    expect(outcome(objectOf({ id: { type: ['integer', 'string'] } }), { id: digits })).toEqual({ id: digits });
  });

  it('is not rounded when digits in a string are wanted as a number (B04)', () => {
    expect(messageFor(objectOf({ id: { type: 'integer' } }), { id: digits })).toContain(
      '  - id: must be integer; this one is too large to be exact (beyond ±9007199254740991)\n',
    );
    expect(outcome(objectOf({ id: { type: 'number' } }), { id: `${digits}0000` })).toBe('invalid id');
  });

  it('is fine up to the limit (B04)', () => {
    const parameters = objectOf({ id: { type: 'integer' } });
    expect(outcome(parameters, { id: 2 ** 53 - 1 })).toEqual({ id: 9007199254740991 });
    expect(outcome(parameters, { id: '-9007199254740991' })).toEqual({ id: -9007199254740991 });
  });

  it('is a measure, and fine, from 1e21 on where fractions are taken (B04)', () => {
    const parameters = objectOf({ n: { type: 'number' }, i: { type: 'integer' }, s: { type: 'string' } });
    expect(outcome(parameters, { n: 6.02e23 })).toEqual({ n: 6.02e23 });
    expect(outcome(parameters, { n: '6.02e23' })).toEqual({ n: 6.02e23 });
    expect(outcome(parameters, { i: 6.02e23 })).toBe('invalid i');
    expect(outcome(parameters, { s: 6.02e23 })).toBe('invalid s');
  });
});
