import { describe, expect, it } from 'vitest';
import { compileSchema, schemaHash } from '../../../src/agent/validation/index.ts';
import { usedHeap } from '../used-heap.ts';
import { objectOf, outcome } from './schemas.ts';

describe('schemas of different tools', () => {
  it('do not meet when they carry the same $id, however often they are listed (B14)', () => {
    for (let listing = 0; listing < 3; listing += 1) {
      const first = { $id: 'input', ...objectOf({}, ['a']) };
      const second = { $id: 'input', ...objectOf({}, ['b']) };
      const bad = { $id: 'input', type: 'nothing' };
      expect([compileSchema(first).kind, compileSchema(bad).kind, compileSchema(second).kind]).toEqual([
        'compiled',
        'unusable',
        'compiled',
      ]);
      expect([outcome(first, { a: 1 }), outcome(first, { b: 1 })]).toEqual([{ a: 1 }, 'invalid a']);
      expect([outcome(second, { b: 1 }), outcome(second, { a: 1 })]).toEqual([{ b: 1 }, 'invalid b']);
    }
  });

  it.each([
    'input',
    'https://example.com/input.json',
    'urn:example:input',
    '#input',
    'http://json-schema.org/draft-07/schema',
  ])('may refer to themselves by their $id %s, and to schemas inside by theirs (B14)', ($id) => {
    const parameters = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id,
      ...objectOf({ v: { $ref: '#/definitions/n' }, next: { $ref: '#' }, p: { $ref: 'https://example.com/port' } }),
      definitions: { n: { type: 'number' }, port: { $id: 'https://example.com/port', type: 'integer' } },
    };
    const first = outcome(parameters, { v: 1, next: { v: 'x' }, p: 1 });
    // The dialect's own name is taken; such a schema is refused as a whole.
    expect(first).toBe($id.startsWith('http://json-schema.org') ? 'invalid root' : 'invalid next.v');
  });

  it('are told apart by content: key order does not count, every value does', () => {
    expect(schemaHash({ a: 1, b: [1, 2] })).toBe(schemaHash({ b: [1, 2], a: 1 }));
    expect(schemaHash({ a: 1, b: [1, 2] })).not.toBe(schemaHash({ a: 1, b: [2, 1] }));
    expect(schemaHash({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
  });
});

describe('the memory of validators', () => {
  // Scaled: 10,000 equal fresh objects; distinct ones beyond what is kept.
  it('stays flat over 10,000 equal fresh schemas (B15)', () => {
    const use = (times: number): void => {
      for (let count = 0; count < times; count += 1) {
        outcome(objectOf({ path: { type: 'string' }, limit: { type: 'integer' } }, ['path']), { path: 'a', limit: 1 });
      }
    };
    use(500);
    const before = usedHeap();
    use(10_000);
    expect(usedHeap() - before).toBeLessThan(3_000_000);
  });

  it('keeps a bounded number of different schemas (B15)', () => {
    const use = (from: number, to: number): void => {
      for (let count = from; count < to; count += 1) outcome(objectOf({ [`p${count}`]: { type: 'string' } }), {});
    };
    use(0, 300);
    const before = usedHeap();
    use(300, 900);
    expect(usedHeap() - before).toBeLessThan(10_000_000);
  });
});
