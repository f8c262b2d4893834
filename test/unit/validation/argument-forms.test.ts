import { describe, expect, it } from 'vitest';
import { rejectUnparsed, validateArguments } from '../../../src/agent/validation/index.ts';
import { messageFor, objectOf, outcome } from './schemas.ts';

const optional = objectOf({ a: { type: 'number' } });
const required = objectOf({ a: { type: 'number' } }, ['a']);

describe('the form of arguments', () => {
  it.each([
    ['an empty text', ''],
    ['blanks', ' \n'],
    ['nothing', undefined],
    ['null', null],
    ['"null"', 'null'],
  ])('takes %s as no arguments (B06)', (_, args) => {
    expect(outcome(optional, args)).toEqual({});
    expect(messageFor(required, args)).toContain(
      'Validation failed for tool "lookup":\n  - a: must have required property a\n',
    );
  });

  it.each([5, 'text', [], true, '5', '[]', '"{}"', '{"a":1', Number.NaN])(
    'refuses %j, which is no object (B07)',
    (args) => {
      for (const parameters of [optional, {}, { properties: { a: {} } }, { type: ['object', 'array', 'string'] }]) {
        expect(messageFor(parameters, args)).toMatch(
          /^Validation failed for tool "lookup":\n {2}- root: must be object\n/,
        );
      }
    },
  );

  it('decodes an object that was encoded twice, once (B07)', () => {
    expect(outcome(optional, '{"a":1}')).toEqual({ a: 1 });
    expect(outcome({}, '{"a":"{}"}')).toEqual({ a: '{}' });
  });

  it('refuses what is not JSON, saying where (B07)', () => {
    expect(messageFor({}, { a: { b: Number.NaN } })).toContain('  - a.b: must be JSON, but it is NaN\n');
    expect(messageFor({}, { a: [1n] })).toContain('  - a.0: must be JSON, but it is of type bigint\n');
    expect(messageFor({}, { a: new Date(0) })).toContain('  - a: must be JSON, but it is a class instance\n');
  });

  it('rejects a call whose argument text was broken, whatever the tool takes (B09)', () => {
    const argumentsError = 'Unterminated string in JSON at position 12: {"city":"Par';
    expect(rejectUnparsed({ name: 'delete_all', argumentsError })).toEqual({
      kind: 'invalid',
      message: `Validation failed for tool "delete_all":\n  - root: ${argumentsError}`,
    });
    expect(rejectUnparsed({ name: 'delete_all' })).toBeUndefined();
  });

  it('says what is wrong as a value: nothing is thrown that an engine could retry (B18)', () => {
    expect(validateArguments({ name: 'add', parameters: required }, { a: 'x', b: [] })).toEqual({
      kind: 'invalid',
      message:
        'Validation failed for tool "add":\n  - a: must be number\n\nReceived arguments:\n{\n  "a": "x",\n  "b": []\n}',
    });
  });

  it('shows at most 2,000 characters of what was received, and how many there were', () => {
    const [, shown = ''] = messageFor(optional, { a: '😀'.repeat(3000) }).split('Received arguments:\n');
    expect(shown).toMatch(/^\{\n {2}"a": "😀+.?… \(6013 characters in all\)$/u);
    expect(shown.length).toBeLessThan(2100);
    expect(shown.isWellFormed()).toBe(true);
  });

  it('shows at most 20 problems', () => {
    const parameters = { type: 'object', additionalProperties: { type: 'number' } };
    const args = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, 'x']));
    const lines = messageFor(parameters, args).split('\n').slice(1, 22);
    expect([lines[0], lines[19], lines[20]]).toEqual([
      '  - k0: must be number',
      '  - k19: must be number',
      '  (and 30 more)',
    ]);
  });
});
