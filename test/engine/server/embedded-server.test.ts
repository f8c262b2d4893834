/** The embedded server of a home, with the real executable: one per home, found again, recovered, ended. */

import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  ensureServer,
  serverStatus,
  stopServer,
  type EnsuredServer,
  type SearchAttributes,
} from '../../../src/server/index.ts';
import { isPortFree } from '../../../src/server/ports.ts';
import { markOf, processesWith } from '../../../src/server/process-mark.ts';

const THIRTY_DAYS = 30 * 24 * 60 * 60;

/** A home of one test's own; whatever serves it is ended, and the folder removed, when the test ends. */
function newHome(): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'turnkeeper-server-')));
  onTestFinished(async () => {
    await stopServer({ home });
    rmSync(home, { recursive: true, force: true });
  });
  return home;
}

const ensure = (home: string, searchAttributes: SearchAttributes = {}): Promise<EnsuredServer> =>
  ensureServer({ home, webPage: 'off', searchAttributes });

const servers = (home: string): readonly number[] => processesWith([join(home, 'temporal.db')]).map(({ pid }) => pid);

function otherProcess(home: string): ChildProcess {
  const program = fileURLToPath(new URL('./ensure-once.ts', import.meta.url));
  return spawn(process.execPath, [program, home], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function ensureElsewhere(home: string): Promise<EnsuredServer> {
  const { stdout } = otherProcess(home);
  if (stdout === null) throw new Error('no output');
  return JSON.parse(await text(stdout)) as EnsuredServer;
}

async function withClient<T>({ address }: EnsuredServer, use: (client: Client) => Promise<T>): Promise<T> {
  const connection = await Connection.connect({ address });
  try {
    return await use(new Client({ connection }));
  } finally {
    await connection.close();
  }
}

test('three processes that ask for the server of one home at once get the same one', async () => {
  const home = newHome();
  const got = await Promise.all([ensureElsewhere(home), ensureElsewhere(home), ensureElsewhere(home)]);
  expect(new Set(got.map(({ pid }) => pid)).size).toBe(1);
  expect(got.map(({ started }) => started).sort()).toEqual([false, false, true]);
  expect(servers(home)).toEqual([got[0].pid]);
});

test('the server outlives the process that started it, and the next one takes it within a second', async () => {
  const home = newHome();
  const first = await ensureElsewhere(home);
  const begun = performance.now();
  const second = await ensure(home);
  expect(performance.now() - begun).toBeLessThan(1_000);
  expect(second).toEqual({ ...first, started: false });
});

test('closed workflows of the embedded server are kept for 30 days', async () => {
  const server = await ensure(newHome());
  const namespace = await withClient(server, ({ workflowService }) =>
    workflowService.describeNamespace({ namespace: server.namespace }),
  );
  expect(Number(namespace.config?.workflowExecutionRetentionTtl?.seconds)).toBe(THIRTY_DAYS);
});

test('a server that was killed comes back on the same port with all it had acknowledged', async () => {
  const home = newHome();
  const first = await ensure(home);
  const workflow = { workflowId: 'kept', taskQueue: 'nobody-polls' };
  await withClient(first, (client) => client.workflow.start('waits', workflow));
  process.kill(first.pid, 'SIGKILL');
  await vi.waitFor(() => {
    expect(markOf(first.pid)).toBeUndefined();
  });
  const second = await ensure(home);
  expect([second.started, second.address, second.pid === first.pid]).toEqual([true, first.address, false]);
  const kept = await withClient(second, (client) => client.workflow.getHandle('kept').describe());
  expect(kept.status.name).toBe('RUNNING');
});

test('a server whose state file was lost is found again instead of started twice', async () => {
  const home = newHome();
  const first = await ensure(home);
  rmSync(join(home, 'server.json'));
  expect(await ensure(home)).toEqual({ ...first, started: false });
  expect(servers(home)).toEqual([first.pid]);
});

test('a start that was killed half-way is finished by the next process, with one server', async () => {
  const home = newHome();
  const starter = otherProcess(home);
  await vi.waitFor(() => {
    expect(existsSync(join(home, 'server.json'))).toBe(true);
  }, 30_000);
  starter.kill('SIGKILL');
  const server = await ensure(home);
  expect(servers(home)).toEqual([server.pid]);
  expect(await serverStatus({ home })).toMatchObject({ kind: 'running', pid: server.pid });
});

test('stopping ends the process and frees its port, and stopping again says that nothing runs', async () => {
  const home = newHome();
  const { pid, address } = await ensure(home);
  expect(await stopServer({ home })).toEqual({ kind: 'stopped', pid });
  expect([markOf(pid), servers(home)]).toEqual([undefined, []]);
  const port = Number(address.split(':')[1]);
  expect(await isPortFree(port)).toBe(true);
  expect(await stopServer({ home })).toEqual({ kind: 'not-running' });
  expect(await serverStatus({ home })).toEqual({ kind: 'not-running', port });
});

test('search attributes are registered on a new server, and missing ones on a running server', async () => {
  const home = newHome();
  const server = await ensure(home, { TkFirst: 'KeywordList' });
  await ensure(home, { TkFirst: 'KeywordList', TkSecond: 'Int' });
  const listed = await withClient(server, ({ connection }) =>
    connection.operatorService.listSearchAttributes({ namespace: server.namespace }),
  );
  const names = Object.keys(listed.customAttributes).filter((name) => name.startsWith('Tk'));
  expect(names.sort()).toEqual(['TkFirst', 'TkSecond']);
});

test('the web page of the server answers if it is wanted', async () => {
  const home = newHome();
  const { uiUrl } = await ensureServer({ home });
  await vi.waitFor(async () => {
    expect((await fetch(uiUrl)).status).toBe(200);
  }, 10_000);
});
