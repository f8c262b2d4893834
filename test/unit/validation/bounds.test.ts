import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/json.ts';
import { checkValue, compileSchema } from '../../../src/agent/validation/index.ts';
import { messageFor, objectOf, outcome } from './schemas.ts';

const text = (pattern: string): JsonObject => objectOf({ v: { type: 'string', pattern } });

describe('validation is bounded', () => {
  it('matches ^(a+)+$ against 28 letters and a mark in linear time, and a million letters too (B77)', () => {
    outcome(text('^(a+)+$'), { v: 'a' });
    expect(timed(() => outcome(text('^(a+)+$'), { v: `${'a'.repeat(28)}!` }))).toEqual(['invalid v', below(50)]);
    const long = 'a'.repeat(1_000_000);
    expect(timed(() => outcome(text('^(a+)+$'), { v: `${long}!` }))).toEqual(['invalid v', below(500)]);
    expect(timed(() => outcome({ type: 'object', patternProperties: { '^(a+)+$': false } }, { [long]: 1 }))).toEqual([
      expect.stringMatching(/^invalid/),
      below(500),
    ]);
  });

  it.each(['^(?=a)(a+)+$', '(a+)+$(?<!b)', '^(a+)\\1*(a+)+$', '^(a{1,2000})+$'])(
    'gives up %s, which has no linear form, in time; what is quick works (B77)',
    (pattern) => {
      expect(timed(() => outcome(text(pattern), { v: `${'a'.repeat(40)}!` }))).toEqual(['invalid root', below(500)]);
      expect(outcome(text(pattern), { v: 'aaa' })).toEqual({ v: 'aaa' });
    },
  );

  it('gives up references that multiply, in time (B77)', () => {
    const twice = (name: string): Json => ({ allOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }] });
    const names = Array.from({ length: 40 }, (_, index) => `n${index}`);
    const $defs = Object.fromEntries(names.map((name, index) => [name, index === 39 ? {} : twice(`n${index + 1}`)]));
    expect(timed(() => messageFor({ $defs, $ref: '#/$defs/n0' }, { v: 1 }))).toEqual([
      expect.stringContaining('  - root: validation took longer than 250 ms and was given up\n'),
      below(1000),
    ]);
  });

  it('gives up unique items that take quadratic time, in time (B77)', () => {
    const items = Array.from({ length: 30_000 }, (_, index) => ({ [`k${index}`]: [index] }));
    expect(timed(() => outcome(objectOf({ v: { type: 'array', uniqueItems: true } }), { v: items }))).toEqual([
      'invalid root',
      below(1500),
    ]);
  });

  it('refuses arguments that nest deeper than 256 levels, for any schema (B77)', () => {
    const recursive = { type: 'object', properties: { next: { $ref: '#' } } };
    for (const depth of [257, 20_000]) {
      const message = messageFor(recursive, nested(depth));
      expect(message).toContain(': must not be nested deeper than 256 levels\n');
      expect(message).toContain('Received arguments:\n"(not shown)"');
    }
    expect(outcome(recursive, nested(255))).toEqual(nested(255));
    const deepText = `${'{"next":'.repeat(20_000)}{}${'}'.repeat(20_000)}`;
    expect(outcome(recursive, deepText)).toMatch(/^invalid next/);
    expect(outcome(objectOf({ v: { type: 'array' } }), { v: '['.repeat(20_000) + ']'.repeat(20_000) })).toMatch(
      /^invalid v/,
    );
  });

  it('turns a schema that refers to itself without end into a refusal (B77)', () => {
    expect(messageFor({ $ref: '#' }, {})).toContain('  - root: the arguments are nested too deeply for their schema\n');
    expect(messageFor({ allOf: [{ $ref: '#/$defs/a' }], $defs: { a: { $ref: '#/$defs/a' } } }, {})).toContain(
      '  - root: ',
    );
  });

  it('refuses arguments that the engine could not carry (B77)', () => {
    expect(outcome({}, { v: 'x'.repeat(1_899_000) })).toEqual({ v: 'x'.repeat(1_899_000) });
    expect(messageFor({}, { v: 'x'.repeat(1_900_000) })).toContain('  - root: must not be larger than 1900000 bytes\n');
    expect(messageFor({}, { v: '€'.repeat(1_000_000) })).toContain('  - root: must not be larger than 1900000 bytes\n');
    expect(outcome({}, `{"v":"${'x'.repeat(1_900_000)}"}`)).toBe('invalid root');
  });

  it('refuses schemas that are too large or too deep, in time (B77)', () => {
    const large = objectOf({ v: { enum: Array.from({ length: 50_000 }, (_, index) => `${'x'.repeat(100)}${index}`) } });
    expect(timed(() => compileSchema(large))).toEqual([
      { kind: 'unusable', reason: 'it must not be larger than 256000 characters' },
      below(200),
    ]);
    const deep = (depth: number): Json => (depth === 0 ? {} : { not: deep(depth - 1) });
    expect(compileSchema(deep(300))).toEqual({
      kind: 'unusable',
      reason: 'it must not be nested deeper than 256 levels',
    });
    expect(compileSchema(deep(250)).kind).toBe('compiled');
  });

  it('compiles the largest schema in bounded time (B77)', () => {
    const property = { type: 'object', properties: { a: { type: 'string', minLength: 1 } }, required: ['a'] };
    const many = Object.fromEntries(Array.from({ length: 2_500 }, (_, index) => [`p${index}`, property]));
    const [compiled, milliseconds] = timed(() => compileSchema(objectOf(many)).kind);
    expect(['compiled', 'unusable']).toContain(compiled);
    expect(milliseconds).toBeLessThan(5_000);
  });

  it('checks any value within the same bounds (B77)', () => {
    expect(checkValue({ $ref: '#' }, 1)).toEqual({
      kind: 'undecided',
      reason: 'the arguments are nested too deeply for their schema',
    });
    expect(checkValue({}, nested(300))).toEqual({
      kind: 'undecided',
      reason: 'the value must not be nested deeper than 256 levels',
    });
  });
});

function nested(depth: number): JsonObject {
  let value: JsonObject = {};
  for (let level = 1; level < depth; level += 1) value = { next: value };
  return value;
}

/** The result and the milliseconds that this thread computed: what else the machine does is not counted. */
function timed<T>(act: () => T): readonly [T, number] {
  const start = process.threadCpuUsage();
  const result = act();
  const { user, system } = process.threadCpuUsage(start);
  return [result, (user + system) / 1000];
}

/** Milliseconds. */
function below(limit: number): unknown {
  return expect.toSatisfy((value: number) => value < limit, `below ${limit}`);
}
