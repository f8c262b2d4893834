/** What was built once is taken again, as long as nothing that went into it has changed. */
import { mkdtempSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { keptBundle } from '../../../src/worker/kept-bundle.ts';

function place() {
  const home = mkdtempSync(join(tmpdir(), 'turnkeeper-bundle-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const at = (name: string): string => join(home, name);
  mkdirSync(at('source/deep'), { recursive: true });
  writeFileSync(at('source/a.ts'), 'a');
  writeFileSync(at('source/deep/b.ts'), 'b');
  writeFileSync(at('lock'), 'packages');
  const inputs = { folders: [at('source')], lockfile: at('lock') };
  let built = 0;
  const code = (cache = at('cache')) => keptBundle(cache, inputs, async () => `build ${String(++built)}`);
  return { at, code };
}

it('is built once, also by many at the same time from then on', async () => {
  const { at, code } = place();
  expect(await code()).toBe('build 1');
  expect(await Promise.all([code(), code()])).toEqual(['build 1', 'build 1']);
  expect(readdirSync(at('cache'))).toHaveLength(1);
});

it.each<[string, (at: (name: string) => string) => void]>([
  ['a file changes', (at) => writeFileSync(at('source/deep/b.ts'), 'c')],
  ['a file comes', (at) => writeFileSync(at('source/c.ts'), '')],
  ['a file goes', (at) => rmSync(at('source/a.ts'))],
  ['a file moves', (at) => renameSync(at('source/a.ts'), at('source/deep/a.ts'))],
  ['a package changes', (at) => writeFileSync(at('lock'), 'other packages')],
])('is built anew when %s, and the old build is not kept', async (_what, change) => {
  const { at, code } = place();
  await code();
  change(at);
  expect([await code(), await code()]).toEqual(['build 2', 'build 2']);
  expect(readdirSync(at('cache'))).toHaveLength(1);
});

it('is built each time where it cannot be kept, or nobody knows the packages', async () => {
  const { at, code } = place();
  expect([await code(at('lock/none')), await code(at('lock/none'))]).toEqual(['build 1', 'build 2']);
  rmSync(at('lock'));
  expect([await code(), await code()]).toEqual(['build 3', 'build 4']);
});
