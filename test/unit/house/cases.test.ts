/** The list of cases and the tests say the same, and no test is left out of a run. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesBelow } from './files.ts';

const tests = filesBelow('test').filter(({ path }) => path.endsWith('.test.ts'));

/** What the foundation must prove; the list may hold more. */
const foundation = [
  ...['B01', 'B02', 'B04', 'B05', 'B06', 'B07', 'B09', 'B10', 'B11', 'B12', 'B13', 'B14', 'B15', 'B17', 'B18'],
  ...['B24', 'B28', 'B29', 'B30', 'B75', 'B77', 'B93', 'B95'],
  ...['B103', 'B104', 'B106', 'B107', 'B109', 'B110', 'B111'],
];

/** The ids with which titles end: `… (B28, B29)'`. */
function casesIn(text: string): readonly string[] {
  const titles = text.matchAll(/\((B\d+(?:, B\d+)*)\)['"`],/g);
  return [...titles].flatMap(([, ids = '']) => ids.split(', '));
}

/** Tests that would not run: marked as skipped, only, planned or conditional, in any chain. */
function leftOut(text: string): readonly string[] {
  return [...text.matchAll(/\b(?:it|test|describe)(?:\.\w+)*\.(?:skip|skipIf|only|todo|runIf|fails)\b/g)].map(
    ([call]) => call,
  );
}

/** Case → files, from the tables of the list. */
function listed(markdown: string): Readonly<Record<string, readonly string[]>> {
  const rows = [...markdown.matchAll(/^\| (B\d+) \|[^|]*\|([^|]*)\|/gm)];
  return Object.fromEntries(
    rows.map(([, id = '', files = '']) => [id, [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file).sort()]),
  );
}

function titled(): Readonly<Record<string, readonly string[]>> {
  const found = new Map<string, Set<string>>();
  for (const { path, text } of tests) {
    for (const id of casesIn(text)) found.set(id, (found.get(id) ?? new Set()).add(path));
  }
  return Object.fromEntries([...found].map(([id, files]) => [id, [...files].sort()]));
}

const list = readFileSync('test/cases.md', 'utf8');

it('every case in a title is in the list, and every case of the list is in a title', () => {
  expect(Object.keys(titled()).toSorted()).toEqual(Object.keys(listed(list)).toSorted());
});

it('every file that the list names for a case has a test of it', () => {
  const missing = Object.entries(listed(list)).flatMap(([id, files]) =>
    files.filter((file) => !titled()[id]?.includes(file)).map((file) => `${id}: ${file}`),
  );
  expect(missing).toEqual([]);
  expect(Object.values(listed(list)).filter((files) => files.length === 0)).toEqual([]);
});

it('every case that the foundation must prove is in the list, once', () => {
  const ids = [...list.matchAll(/^\| (B\d+) \|/gm)].map(([, id]) => id);
  expect(foundation.filter((id) => !ids.includes(id))).toEqual([]);
  expect(ids.length).toBe(new Set(ids).size);
});

it('no test is skipped, planned or run alone', () => {
  expect(tests.flatMap(({ path, text }) => leftOut(text).map((call) => `${path}: ${call}`))).toEqual([]);
});

it('titles of every form are read, and so are tests that are left out', () => {
  // Written in pieces, so that this file does not hold what it looks for.
  const ids = (...numbers: readonly number[]) => `(${numbers.map((number) => `B${number}`).join(', ')})`;
  const titles = [
    `it('does ${ids(28, 29)}', () => {`,
    `  ])("with %s ${ids(1)}", async (_) => {`,
    `it(\`x ${ids(2)}\`, y);`,
  ];
  expect(titles.flatMap(casesIn)).toEqual(['B28', 'B29', 'B1', 'B2']);
  const [skip, only, todo] = ['skip', 'only', 'todo'] as const;
  const calls = [`it.${skip}('x'`, `describe.${only}('x'`, `it.concurrent.${todo}('x'`, "it.each([1])('x'"];
  expect(calls.map((call) => leftOut(call).length)).toEqual([1, 1, 1, 0]);
});
