/**
 * One embedded server for the whole `engine` project: started before its first test file, ended and removed after
 * its last. Must never be shared with a home that a person uses: its home is a fresh temporary folder.
 *
 * In a test: `const address = inject('address')`, and a task queue, agent and session name of the file's own.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureServer, stopServer } from '../../src/server/index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** `host:port` of the server. */
    readonly address: string;
    readonly namespace: string;
    /** The home folder it runs in, removed at the end of the run. */
    readonly home: string;
  }
}

let home: string | undefined;

export async function setup(project: TestProject): Promise<void> {
  home = await mkdtemp(join(tmpdir(), 'turnkeeper-engine-'));
  try {
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
  if (home === undefined) return;
  await stopServer({ home });
  await rm(home, { recursive: true, force: true });
}
