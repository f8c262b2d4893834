import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerpt, prefix } from '../../../src/core/excerpt.ts';

const bytes = (text: string): number => Buffer.byteLength(text);

describe('an excerpt', () => {
  it('is the whole text where it has room', () => {
    expect(excerpt('größer', 100)).toEqual({ head: 'größer', tail: '', leftOut: 0 });
  });

  it('never has more bytes than it may, is cut from both ends, and splits no character', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 200 });
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 300 }), (whole, most) => {
        const { head, tail, leftOut } = excerpt(whole, most);
        expect(bytes(head) + bytes(tail)).toBeLessThanOrEqual(most + 1);
        expect(whole.startsWith(head)).toBe(true);
        expect(whole.endsWith(tail)).toBe(true);
        expect(head.length + leftOut + tail.length).toBe(whole.length);
        expect([head.isWellFormed(), tail.isWellFormed()]).toEqual([true, true]);
      }),
    );
  });

  it('begins with as many whole characters as fit', () => {
    expect([prefix('a😀b', 4), prefix('a😀b', 5), prefix('a😀b', 0)]).toEqual(['a', 'a😀', '']);
  });
});
