/** What a home remembers of its server: ports that stay, and state files that may be wrong. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openHome, readPorts, type HomeFiles, writePorts, writeState } from '../../../src/server/home-files.ts';
import { ensureServer, serverStatus, stopServer } from '../../../src/server/index.ts';
import { serverArguments } from '../../../src/server/launch.ts';
import { claimPorts, isPortFree } from '../../../src/server/ports.ts';
import { markOf, ownProcess } from '../../../src/server/process-mark.ts';
import { messageOf, script, temporalWithServer, temporaryFolder } from './fake-temporal.ts';

const newHome = (): HomeFiles => openHome(join(temporaryFolder(), 'home'));

async function takenPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test('a home chooses its ports once and keeps them', async () => {
  const files = newHome();
  const chosen = await claimPorts(files);
  expect(await claimPorts(files)).toEqual(chosen);
  expect(readPorts(files)).toEqual(chosen);
  expect(await isPortFree(chosen.port)).toBe(true);
});

test('a kept port that another program has taken is named, with the way out', async () => {
  const files = newHome();
  const port = await takenPort();
  writePorts(files, { port, uiPort: 20_001 });
  const env = { TURNKEEPER_TEMPORAL: temporalWithServer(join(files.home, 'fake'), '1.32.0') };
  const attempt = ensureServer({ home: files.home, env });
  await expect(attempt).rejects.toMatchObject({ code: 'PortTaken' });
  const message = await messageOf(attempt);
  expect([message.includes(`Port ${port}`), message.includes(files.ports)]).toEqual([true, true]);
  expect([existsSync(files.lock), existsSync(files.state)]).toEqual([false, false]);
});

test('a taken port of the web page is replaced, and the port of the server stays', async () => {
  const files = newHome();
  const { port } = await claimPorts(files);
  const uiPort = await takenPort();
  writePorts(files, { port, uiPort });
  const moved = await claimPorts(files);
  expect([moved.port, moved.uiPort === uiPort]).toEqual([port, false]);
  expect(readPorts(files)).toEqual(moved);
});

test('a state file that names a process which is not the server does not make stop end that process', async () => {
  const files = newHome();
  const rest = { port: 20_000, version: '1.9.1', startedAt: '2020-01-01T00:00:00.000Z' };
  writeState(files, { ...ownProcess(), ...rest });
  expect(await serverStatus({ home: files.home })).toEqual({ kind: 'not-running' });
  expect(await stopServer({ home: files.home })).toEqual({ kind: 'not-running' });
  expect(markOf(process.pid)).toBeDefined();
  expect(existsSync(files.state)).toBe(false);
});

test('a home that does not exist has no server, and asking does not create it', async () => {
  const home = join(temporaryFolder(), 'home');
  expect([await serverStatus({ home }), await stopServer({ home })]).toEqual([
    { kind: 'not-running' },
    { kind: 'not-running' },
  ]);
  expect(existsSync(home)).toBe(false);
});

test('a home that cannot be written to is named, with the way out', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const attempt = ensureServer({ home: join(file, 'home') });
  await expect(attempt).rejects.toMatchObject({
    code: 'HomeUnusable',
    message: expect.stringContaining('TURNKEEPER_HOME') as string,
  });
});

test('a server that dies while it starts shows the last lines of its log and leaves nothing behind', async () => {
  const files = newHome();
  const path = script(
    join(files.home, 'fake'),
    'if [ "$1" = --version ]; then echo "temporal version 1.9.1 (Server 1.32.0, UI 2.54.1)"; exit; fi\n' +
      'echo "database disk image is malformed" >&2; exit 1',
  );
  const attempt = ensureServer({ home: files.home, env: { TURNKEEPER_TEMPORAL: path } });
  await expect(attempt).rejects.toMatchObject({ code: 'StartFailed' });
  const message = await messageOf(attempt);
  expect(message).toContain('exit code 1');
  expect(message).toContain('database disk image is malformed');
  expect([existsSync(files.lock), existsSync(files.state)]).toEqual([false, false]);
});

test('a daemon gets none of the secrets of the process that starts it', async () => {
  const files = newHome();
  const path = script(
    join(files.home, 'fake'),
    'if [ "$1" = --version ]; then echo "temporal version 1.9.1 (Server 1.32.0, UI 2.54.1)"; exit; fi\n' +
      '/usr/bin/env; exit 1',
  );
  const env = { TURNKEEPER_TEMPORAL: path, HOME: files.home, OPENAI_API_KEY: 'sk-1', TEMPORAL_NAMESPACE: 'x' };
  await expect(ensureServer({ home: files.home, env })).rejects.toMatchObject({ code: 'StartFailed' });
  const log = readFileSync(files.log, 'utf8');
  expect(log).toContain(`HOME=${files.home}`);
  expect(log).not.toMatch(/OPENAI_API_KEY|TEMPORAL_NAMESPACE/);
});

test('the server is started on the loopback interface, durably and with the shared settings', () => {
  const args = serverArguments(newHome(), { port: 20_000, uiPort: 20_001 }, { webPage: 'off' }).join(' ');
  const parts = [
    '--ip 127.0.0.1 --port 20000',
    '--headless',
    '--sqlite-pragma journal_mode=wal --sqlite-pragma synchronous=2',
    '--dynamic-config-value system.enableCancelActivityWorkerCommand=true',
    '--dynamic-config-value history.transferProcessorMaxPollRPS=2000',
  ];
  expect(parts.filter((part) => !args.includes(part))).toEqual([]);
});

test('a measurement may start the server with another value of a shared setting', () => {
  const settings = { 'system.enableCancelActivityWorkerCommand': 'false' };
  const args = serverArguments(newHome(), { port: 20_000, uiPort: 20_001 }, { webPage: 'off', settings });
  expect(args.filter((arg) => arg.startsWith('system.'))).toEqual(['system.enableCancelActivityWorkerCommand=false']);
});
