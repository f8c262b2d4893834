/**
 * The embedded server without the two settings that let it push cancellations: what an older server, or one that was not
 * tuned, does. Ends with its owner.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureServer, stopServer } from '../src/server/index.ts';

export interface PushlessServer extends AsyncDisposable {
  readonly home: string;
  readonly address: string;
  readonly namespace: string;
}

const settings = {
  'frontend.WorkerCommandsEnabled': 'false',
  'system.enableCancelActivityWorkerCommand': 'false',
};

export async function openPushlessServer(): Promise<PushlessServer> {
  const home = await mkdtemp(path.join(tmpdir(), 'turnkeeper-bench-'));
  const { address, namespace } = await ensureServer({ home, webPage: 'off', settings });
  return {
    home,
    address,
    namespace,
    async [Symbol.asyncDispose]() {
      await stopServer({ home });
      await rm(home, { recursive: true, force: true });
    },
  };
}
