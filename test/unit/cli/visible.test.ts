/** What models and tools say cannot play tricks on the terminal. */
import { expect, it } from 'vitest';
import { visibleJson, visibleLine, visibleLines } from '../../../src/cli/render/visible.ts';

it.each([
  ['an escape sequence that clears the screen', '\u001b[2J\u001b[1A\u001b[K', '\\x1b[2J\\x1b[1A\\x1b[K'],
  ['a link that hides its target', '\u001b]8;;https://x\u0007y', '\\x1b]8;;https://x\\x07y'],
  ['a carriage return that overwrites the line', 'safe\rfake', 'safe\\rfake'],
  ['a line break in a place for one line', 'a\nb', 'a\\nb'],
  ['controls of eight bits', '\u009b2J', '\\x9b2J'],
  ['letters that turn the reading direction', 'a\u202eb\u2066c', 'a\\u202eb\\u2066c'],
  ['characters that nobody sees', 'a\u200bb\u{e0041}', 'a\\u200bb\\u{e0041}'],
  ['half a character', 'a\ud83d', 'a\\ud83d'],
])('%s is shown, not obeyed', (_what, text, shown) => {
  expect(visibleLine(text)).toBe(shown);
});

it('letters of all scripts, emoji and ordinary signs stay as they are', () => {
  const text = 'naïve 漢字 العربية 👩‍👩‍👧 → ✓ \\x1b';
  expect(visibleLine(text)).toBe(text);
});

it('a text of several lines keeps its lines, in either way of ending them, and loses the empty ones at its end', () => {
  expect(visibleLines('one\r\ntwo\n\tthree\rfour\n\n')).toEqual(['one', 'two', '  three\\rfour']);
});

it('JSON keeps the exact data, with nothing unsafe left unescaped', () => {
  const value = { text: '\u001b[2J\u202e\u009b\u2028\u{e0041}\ud83d', list: [1, null, true] };
  const text = visibleJson(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).toBe('{"text":"\\u001b[2J\\u202e\\u009b\\u2028\\udb40\\udc41\\ud83d","list":[1,null,true]}');
});
