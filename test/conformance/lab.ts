/**
 * Where scenarios are played: the server that the environment names, or one of its own in a temporary home, which is
 * ended and removed with it. Must never touch a home that a person uses.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ConnectOptions } from '../../src/client/index.ts';
import { connectionOptions, connectionSettings, ensureServer, stopServer } from '../../src/server/index.ts';
import { fileStore, loadGrantKeys } from '../../src/store/index.ts';
import type { CreateWorkerOptions } from '../../src/worker/index.ts';

export interface Lab extends AsyncDisposable {
  readonly worker: Omit<CreateWorkerOptions, 'agents'>;
  readonly client: ConnectOptions;
}

export async function openLab(): Promise<Lab> {
  const home = await mkdtemp(path.join(tmpdir(), 'turnkeeper-conformance-'));
  const settings = connectionSettings(process.env, home);
  const close = async (): Promise<void> => {
    if (settings.kind === 'embedded') await stopServer({ home });
    await rm(home, { recursive: true, force: true });
  };
  try {
    const server = settings.kind === 'external' ? settings : await ensureServer({ home, webPage: 'off' });
    const { namespace } = server;
    const shared = { connection: connectionOptions(server), namespace, store: fileStore(home) };
    return { worker: { ...shared, keys: loadGrantKeys(home, {}) }, client: shared, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}
