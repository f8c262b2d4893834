import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/json.ts';
import { validateArguments } from '../../../src/agent/validation/index.ts';
import { frozen, messageFor, objectOf, outcome } from './schemas.ts';

const kinds: readonly Json[] = [
  { type: 'number' },
  { type: 'integer' },
  { type: 'boolean' },
  { type: 'string' },
  { type: 'null' },
  { type: ['number', 'null'] },
  { anyOf: [{ type: 'boolean' }, { type: 'string' }] },
  { type: 'array', items: { type: 'number' } },
  objectOf({ a: { type: 'number' }, b: { type: 'string' } }, ['a']),
];

const schemas = fc
  .record({ a: fc.constantFrom(...kinds), b: fc.constantFrom(...kinds), c: fc.constantFrom(...kinds) })
  .map((properties) => objectOf(properties, ['a']));

const values = fc.oneof(
  fc.constantFrom<Json>(null, true, 0, 1, -0, '', '5', 'true', '[1]', '{"a":"1"}', [null], ['1'], { a: '1', b: null }),
  fc.jsonValue().map((value) => value as Json),
);
const args = fc.record({ a: values, b: values, c: values, ['__proto__']: values }, { requiredKeys: [] });

describe('arguments', () => {
  it('are never changed, and what a tool gets survives JSON and a second validation (B17)', () => {
    fc.assert(
      fc.property(schemas, args, (parameters, sent) => {
        const before = JSON.stringify(sent);
        const validated = validateArguments({ name: 't', parameters: frozen(parameters) }, frozen(sent));
        expect(JSON.stringify(sent)).toBe(before);
        if (validated.kind === 'invalid') return;
        expect(JSON.parse(JSON.stringify(validated.args))).toStrictEqual(validated.args);
        expect(validateArguments({ name: 't', parameters }, validated.args)).toStrictEqual(validated);
      }),
      { numRuns: 500 },
    );
  });

  it('are left alone when the second property fails after the first was coerced; the text shows what was sent (B17)', () => {
    const sent = frozen({ a: '5', b: 'x' });
    expect(messageFor(objectOf({ a: { type: 'number' }, b: { type: 'number' } }), sent)).toBe(
      'Validation failed for tool "lookup":\n  - b: must be number\n\nReceived arguments:\n{\n  "a": "5",\n  "b": "x"\n}',
    );
  });

  it('come back as a copy of their own when they are valid (B17)', () => {
    const sent = { a: { b: [1] } };
    const validated = validateArguments({ name: 't', parameters: {} }, sent);
    expect(validated).toEqual({ kind: 'valid', args: sent });
    expect(validated.kind === 'valid' && validated.args['a']).not.toBe(sent.a);
  });

  it.each<[string, JsonObject, Json]>([
    ['at the top', objectOf({ a: { type: 'number', default: 1 } }), {}],
    ['in an arm', objectOf({ v: { anyOf: [objectOf({ a: { default: 1 } })] } }), { v: {} }],
    ['in items', objectOf({ v: { type: 'array', items: objectOf({ a: { default: 1 } }) } }), { v: [{}] }],
  ])('get no defaults %s: a default is an annotation (B17)', (_, parameters, sent) => {
    expect(outcome(parameters, sent)).toEqual(sent);
  });
});

describe('names that objects inherit', () => {
  const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf', ''];

  it.each(names)('are ordinary: %j is missing when it was not sent (B75)', (name) => {
    const parameters = { type: 'object', required: [name] };
    expect(outcome(parameters, {})).toBe(`invalid ${name}`);
    const sent = JSON.parse(`{${JSON.stringify(name)}:1}`) as JsonObject;
    expect(outcome(parameters, sent)).toStrictEqual(sent);
  });

  it.each(names)('are ordinary: %j is checked by its own schema (B75)', (name) => {
    const parameters = JSON.parse(
      `{"type":"object","properties":{${JSON.stringify(name)}:{"type":"string"}},"additionalProperties":false}`,
    ) as JsonObject;
    const of = (value: string): JsonObject => JSON.parse(`{${JSON.stringify(name)}:${value}}`) as JsonObject;
    expect(outcome(parameters, of('"x"'))).toStrictEqual(of('"x"'));
    expect(outcome(parameters, of('[]'))).toBe(`invalid ${name || 'root'}`);
    expect(outcome(parameters, {})).toStrictEqual({});
  });

  it('never reach Object.prototype (B75)', () => {
    const evil = JSON.parse(
      '{"__proto__":{"polluted":"5"},"constructor":{"prototype":{"polluted":"5"}}}',
    ) as JsonObject;
    const number = { type: 'object', additionalProperties: { type: 'number' } };
    outcome({ type: 'object', additionalProperties: number, properties: { constructor: number } }, evil);
    expect(JSON.stringify(outcome({}, evil))).toBe(JSON.stringify(evil));
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
