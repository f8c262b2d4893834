/** Text of any length takes a bounded place on the terminal. */
import { expect, it } from 'vitest';
import { columns, cut, fold } from '../../../src/cli/render/fold.ts';

it('a text that fits is shown whole, a longer one ends in a mark', () => {
  expect([cut('abcdef', 6), cut('abcdefg', 6)]).toEqual(['abcdef', 'abcde…']);
});

it('wide letters take two columns and combining marks none', () => {
  expect([columns('漢字'), columns('e\u0301'), cut('漢字漢字', 5)]).toEqual([4, 1, '漢字…']);
});

it('a long line goes on in the next one, and the first line may have less room', () => {
  expect(fold(['abcdefghij'], { width: 5, first: 3, most: 4 })).toEqual(['abc', 'defgh', 'ij']);
});

it('the last line that is shown is cut, and the lines left out are counted', () => {
  expect(fold(['abcdefghij', 'k', 'l'], { width: 5, most: 1 })).toEqual(['abcd…', '… 2 more lines']);
  expect(fold(['a', 'b', 'c'], { width: 5, most: 2 })).toEqual(['a', 'b', '… 1 more line']);
});

it('nothing gives nothing', () => {
  expect(fold([], { width: 5, most: 2 })).toEqual([]);
});

it('a heap of combining marks and a megabyte on one line are both bounded', () => {
  const heap = fold([`a${'\u0301'.repeat(100_000)}`, 'x'.repeat(1_000_000)], { width: 80, most: 3 });
  expect(heap.join('').length).toBeLessThan(3_000);
});
