/**
 * The official download, asked for the way the Temporal SDKs ask for it. Fails within seconds on a machine without
 * internet. Must never leave the folder it was given.
 */

import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { reasonOf } from './errors.ts';
import { PINNED_CLI } from './pinned.ts';
import { runTool } from './run-tool.ts';

const ORIGIN = 'https://temporal.download';
const INFO_MS = 2_500;
const ARCHIVE_MS = 300_000;

const PLATFORMS: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin' };
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

interface ArchiveInfo {
  readonly archiveUrl: string;
  readonly fileToExtract: string;
}

/** Downloads and unpacks the pinned CLI into `folder`; answers with the executable's path. `origin` is for tests. */
export async function downloadTemporal(folder: string, origin: string = ORIGIN): Promise<string> {
  const platform = PLATFORMS[process.platform];
  const arch = ARCHITECTURES[process.arch];
  if (platform === undefined || arch === undefined) {
    throw new Error(`there is no download for ${process.platform} on ${process.arch}`);
  }
  const info = await askInfo(`${origin}/cli/v${PINNED_CLI}?arch=${arch}&platform=${platform}&format=tar.gz`);
  const archive = join(folder, 'temporal.tar.gz');
  await save(info.archiveUrl, archive);
  await runTool('tar', ['-xzf', archive, '-C', folder, info.fileToExtract], { env: process.env, withinMs: ARCHIVE_MS });
  return join(folder, info.fileToExtract);
}

async function askInfo(url: string): Promise<ArchiveInfo> {
  const response = await get(url, INFO_MS);
  const info = (await response.json()) as Partial<ArchiveInfo>;
  const { archiveUrl, fileToExtract } = info;
  if (typeof archiveUrl !== 'string' || typeof fileToExtract !== 'string' || !/^[\w.-]+$/.test(fileToExtract)) {
    throw new Error('the download site gave an answer that cannot be read');
  }
  return { archiveUrl, fileToExtract };
}

async function save(url: string, file: string): Promise<void> {
  const { body } = await get(url, ARCHIVE_MS);
  if (body === null) throw new Error('the download site sent an empty archive');
  await pipeline(Readable.fromWeb(body as ReadableStream<Uint8Array>), createWriteStream(file));
}

async function get(url: string, withinMs: number): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(withinMs) });
  } catch (thrown) {
    const cause = thrown instanceof Error && thrown.cause !== undefined ? thrown.cause : thrown;
    throw new Error(`the download site cannot be reached (${reasonOf(cause)})`, { cause: thrown });
  }
  if (!response.ok) throw new Error(`the download site answered with status ${response.status}`);
  return response;
}
