/** Files are small and have telling names. */
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow } from './files.ts';

const sources = filesBelow('src').filter(({ path }) => path.endsWith('.ts'));
const lines = (text: string): number => text.trimEnd().split('\n').length;

it('no source file is longer than 250 lines', () => {
  expect(sources.filter(({ text }) => lines(text) > 250).map(({ path }) => path)).toEqual([]);
});

it('the median source file has at most 100 lines', () => {
  const sizes = sources.map(({ text }) => lines(text)).sort((a, b) => a - b);
  expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThanOrEqual(100);
});

it('every source file is named in kebab-case, and none by a word that fits anything', () => {
  const unfit = sources
    .map(({ path }) => path)
    .filter((path) => {
      const name = basename(path).replace(/\.ts$/, '');
      const vague = path.split(/[/.]/).some((part) => /^(utils?|helpers?|common|misc|types?|shared|lib)$/.test(part));
      return vague || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);
    });
  expect(unfit).toEqual([]);
});

it('every source file begins by saying what it is for', () => {
  const silent = sources.filter(({ text }) => !text.replace(/^#!.*\n/, '').startsWith('/**'));
  expect(silent.map(({ path }) => path)).toEqual([]);
});
