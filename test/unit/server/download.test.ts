/** The official download, against a small server of the test's own. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { askVersion } from '../../../src/server/binary-version.ts';
import { downloadTemporal } from '../../../src/server/download.ts';
import { temporalWithServer, temporaryFolder } from './fake-temporal.ts';

async function site(answer: (origin: string) => RequestListener): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on('request', answer(origin));
  return origin;
}

test('the download asks for the pinned release of this platform and unpacks its executable', async () => {
  const folder = temporaryFolder();
  temporalWithServer(join(folder, 'temporal'), '1.32.0');
  execFileSync('tar', ['-czf', join(folder, 'cli.tar.gz'), '-C', folder, 'temporal']);
  const asked: string[] = [];
  const origin = await site((own) => (request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/archive') response.end(readFileSync(join(folder, 'cli.tar.gz')));
    else response.end(JSON.stringify({ archiveUrl: `${own}/archive`, fileToExtract: 'temporal' }));
  });
  const path = await downloadTemporal(temporaryFolder(), origin);
  expect(await askVersion(path)).toEqual({ kind: 'usable', version: '1.9.1', serverVersion: '1.32.0' });
  expect(asked).toEqual([
    expect.stringMatching(/^\/cli\/v1\.9\.1\?arch=(amd64|arm64)&platform=(linux|darwin)&format=tar\.gz$/),
    '/archive',
  ]);
});

test('a download site that never answers is given up in seconds', async () => {
  const origin = await site(() => () => undefined);
  const begun = performance.now();
  await expect(downloadTemporal(temporaryFolder(), origin)).rejects.toThrow('cannot be reached');
  expect(performance.now() - begun).toBeLessThan(3_000 + 5_000);
});

test('an archive that names a file outside its folder is refused', async () => {
  const origin = await site((own) => (_request, response) => {
    response.end(JSON.stringify({ archiveUrl: `${own}/archive`, fileToExtract: '../temporal' }));
  });
  await expect(downloadTemporal(temporaryFolder(), origin)).rejects.toThrow('cannot be read');
});

test('an answer that is not success is named', async () => {
  const origin = await site(() => (_request, response) => {
    response.statusCode = 404;
    response.end();
  });
  await expect(downloadTemporal(temporaryFolder(), origin)).rejects.toThrow('status 404');
});
