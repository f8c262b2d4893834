import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from '../../../src/agent/validation/pattern.ts';

const characters = fc.constantFrom(
  ...[
    'a',
    'b',
    'A',
    '0',
    '9',
    '_',
    '-',
    '.',
    ' ',
    '\n',
    '\r',
    '\t',
    '\u00a0',
    '\u2028',
    '\ufeff',
    'é',
    'ß',
    'Ω',
    '٣',
    '😀',
    '\u017f',
    '\u212a',
    '\ud83d',
    '{',
    ']',
    '\b',
    '\0',
  ],
);
const texts = fc.array(characters, { maxLength: 5 }).map((parts) => parts.join(''));

const atoms = fc.constantFrom(
  ...[
    'a',
    'b',
    '.',
    '\\d',
    '\\D',
    '\\w',
    '\\W',
    '\\s',
    '\\S',
    '\\b',
    '\\B',
    '^',
    '$',
    '\\p{L}',
    '\\P{Lu}',
    '\\p{Script=Greek}',
    '\\u00e9',
    '\\u{1F600}',
    '\\ud83d\\ude00',
    '\\x41',
    '\\cJ',
    '\\0',
    '\\.',
    '\\-'.replace('\\-', '-'),
    '[ab]',
    '[^a]',
    '[\\s\\d]',
    '[^\\S\\n]',
    '[a-z_-]',
    '[\\]\\^]',
    '[\\b]',
    '[😀-😂é]',
    '[]',
    '[^]',
    '[\\P{L}]',
    'é',
  ],
);
const quantifiers = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,}', '{0,3}', '*?', '+?');
const patterns = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc
      .tuple(atoms, quantifiers)
      .map(([atom, quantifier]) => (/^(?:\^|\$|\\[bB])$/.test(atom) ? atom : atom + quantifier)),
    fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => left + right),
    fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => `${left}|${right}`),
    fc
      .tuple(fc.constantFrom('(', '(?:', '(?<n>'), tie('pattern'), quantifiers)
      .map((parts) => `${parts[0]}${parts[1]})${parts[2]}`),
  ),
})).pattern;

describe('patterns', () => {
  it('match in linear time exactly what JavaScript matches', () => {
    fc.assert(
      fc.property(patterns, texts, (source, text) => {
        fc.pre(isPattern(source));
        const pattern = compilePattern(source);
        expect([pattern.linear, pattern.test(text)]).toEqual([true, new RegExp(source, 'u').test(text)]);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['^[\\w-.]+$', 'a.-b', true],
    ['^\\w+\\-\\w+$', 'a-b', true],
    ['^\\_{2}$', '__', true],
    ['^{$', '{', true],
    ['^a]$', 'a]', true],
    ['^[\\w-a]$', '-', true],
    ['^\\p$', 'p', true],
  ])('that are valid only without the u flag work: %s', (source, text, matches) => {
    const pattern = compilePattern(source);
    expect([pattern.linear, pattern.test(text), new RegExp(source).test(text)]).toEqual([true, matches, matches]);
  });

  it.each([
    ['(?=a)b', 'look-ahead'],
    ['(?<!a)b', 'look-behind'],
    ['(a)\\1', 'a back-reference'],
    ['(?<n>a)\\k<n>', 'a named back-reference'],
    ['a{1001}', 'too many repetitions'],
    ['(?:a{100}){100}', 'too many repetitions, nested'],
  ])('that have no linear form are marked: %s (%s)', (source) => {
    expect(compilePattern(source).linear).toBe(false);
  });

  it('that are none throw', () => {
    expect(() => compilePattern('(')).toThrow(SyntaxError);
  });
});

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
