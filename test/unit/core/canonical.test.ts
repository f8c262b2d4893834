import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, sha256Hex } from '../../../src/core/canonical.ts';

describe('canonical JSON', () => {
  it('writes the example of RFC 8785 as the RFC does', () => {
    const value = JSON.parse(
      String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
    ) as unknown;
    expect(canonicalJson(value)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('sorts keys by UTF-16 code units, numbers as text', () => {
    expect(canonicalJson({ 9: 1, 10: 2, '€': 3, '\u{1F600}': 4, ﬀ: 5, a: undefined })).toBe(
      '{"10":2,"9":1,"€":3,"\u{1F600}":4,"ﬀ":5}',
    );
  });

  it('does not depend on the order of keys, and survives a JSON round trip', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        expect(canonicalJson(reversed(value))).toBe(text);
      }),
    );
  });

  it('keeps an own key named __proto__', () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1},"b":1}');
  });

  it('writes half of a surrogate pair as its escape, so that such arguments can be hashed', () => {
    const value = { b: [1, { z: '\ud83d', a: 'é' }], '\udc00': null, 10: 1, 9: 2 };
    expect(canonicalJson(value)).toBe(String.raw`{"10":1,"9":2,"b":[1,{"a":"é","z":"\ud83d"}],"\udc00":null}`);
    expect(JSON.parse(canonicalJson(value))).toEqual(value);
  });

  it('writes 20,000 nested arrays without a stack overflow', () => {
    let value: unknown[] = [];
    for (let depth = 1; depth < 20_000; depth += 1) value = [value];
    expect(canonicalJson(value)).toBe('['.repeat(20_000) + ']'.repeat(20_000));
  });

  it('throws a TypeError for what is not JSON', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    for (const value of [undefined, Number.NaN, [Number.POSITIVE_INFINITY], () => 1, cycle, ['\ud83d', Number.NaN]]) {
      expect(() => canonicalJson(value)).toThrow(TypeError);
    }
  });
});

describe('the hash', () => {
  it('is SHA-256 of the UTF-8 bytes in hex', () => {
    expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(sha256Hex(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
      }),
    );
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
