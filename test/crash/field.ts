/**
 * Where a volley takes place: a home, a real server in it that can be killed and comes back, the fake service, and the
 * harness's own eyes. Leaves nothing behind.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { TurnkeeperClient } from '../../src/client/index.ts';
import { ensureServer } from '../../src/server/index.ts';
import { fileStore } from '../../src/store/index.ts';
import type { Store } from '../../src/store/index.ts';
import { startChild } from './child.ts';
import { Service } from './service.ts';

export interface Field extends AsyncDisposable {
  readonly home: string;
  readonly address: string;
  readonly namespace: string;
  readonly service: Service;
  readonly client: TurnkeeperClient;
  readonly engine: Client;
  readonly store: Store;
  /** SIGKILL to the server; resolves when its process is gone. */
  killServer(): Promise<void>;
  /** Starts it again on what it had; resolves when it answers. */
  restartServer(): Promise<void>;
}

export async function openField(): Promise<Field> {
  const keeper = startChild('keeper-process.ts', { apart: true });
  const open: (() => Promise<unknown>)[] = [() => keeper.finish()];
  const close = async (): Promise<void> => {
    for (const end of open.reverse()) await end().catch(() => undefined);
  };
  try {
    const home = await keeper.said('');
    const service = await Service.open();
    open.push(() => service[Symbol.asyncDispose]());
    let server = await ensureServer({ home, webPage: 'off' });
    const { address, namespace } = server;
    const store = fileStore(home);
    const client = await TurnkeeperClient.connect({ connection: { address }, namespace, store });
    open.push(() => client.close());
    const connection = await Connection.connect({ address });
    open.push(() => connection.close());
    return {
      home,
      address,
      namespace,
      service,
      client,
      engine: new Client({ connection, namespace }),
      store,
      async killServer() {
        process.kill(server.pid, 'SIGKILL');
        while (isAlive(server.pid)) await delay(10);
      },
      async restartServer() {
        server = await ensureServer({ home, webPage: 'off' });
      },
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
