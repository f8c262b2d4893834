/**
 * One embedded server for the whole `engine` project: started before its first test file, ended and removed after
 * its last. Must never be shared with a home that a person uses: its home is a fresh temporary folder.
 *
 * In a test: `const address = inject('address')`, and a task queue, agent and session name of the file's own.
 */

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureServer, stopServer } from '../../src/server/index.ts';
import { isAlive, ownProcess, type ProcessRef } from '../../src/server/process-mark.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** `host:port` of the server. */
    readonly address: string;
    readonly namespace: string;
    /** The home folder it runs in, removed at the end of the run. */
    readonly home: string;
  }
}

const PREFIX = 'turnkeeper-engine-';
const OWNER = 'test-run.json';

let home: string | undefined;

export async function setup(project: TestProject): Promise<void> {
  await removeAbandoned();
  home = await mkdtemp(join(tmpdir(), PREFIX));
  try {
    await writeFile(join(home, OWNER), JSON.stringify(ownProcess()));
    const server = await ensureServer({ home, webPage: 'off' });
    project.provide('address', server.address);
    project.provide('namespace', server.namespace);
    project.provide('home', home);
  } catch (thrown) {
    await teardown();
    throw thrown;
  }
}

export async function teardown(): Promise<void> {
  if (home !== undefined) await remove(home);
}

/** A test run that was killed could not end its server: the next one does. */
async function removeAbandoned(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const folder of names.map((name) => join(tmpdir(), name))) {
    const owner = await readFile(join(folder, OWNER), 'utf8').catch(() => undefined);
    if (owner !== undefined && !isAlive(JSON.parse(owner) as ProcessRef)) await remove(folder);
  }
}

async function remove(folder: string): Promise<void> {
  await stopServer({ home: folder });
  await rm(folder, { recursive: true, force: true });
}
