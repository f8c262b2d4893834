/** What a client's end means for calls that are under way. */
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, it, onTestFinished } from 'vitest';
import { TurnkeeperClient } from '../../../src/client/index.ts';
import { freshName } from '../engine.ts';

/** A way to the tests' server that can be cut. */
async function cuttableWay(): Promise<{ readonly address: string; cut(): Promise<void> }> {
  const [host, port] = inject('address').split(':');
  const sockets = new Set<Socket>();
  const way = createServer((near) => {
    const far = connect(Number(port), host);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    near.pipe(far).pipe(near);
  });
  way.listen(0, '127.0.0.1');
  await once(way, 'listening');
  const cut = async (): Promise<void> => {
    if (!way.listening) return;
    way.close();
    for (const socket of sockets) socket.destroy();
    await once(way, 'close');
  };
  onTestFinished(cut);
  return { address: `127.0.0.1:${String((way.address() as AddressInfo).port)}`, cut };
}

/** Milliseconds after the call: between two attempts, or in one. The promise holds at any of them. */
const moments = [0, 50, 150, 400];

it.each(moments)(
  'a client that is closed while the server is away ends its calls and fails nowhere else (%i ms)',
  async (ms) => {
    const way = await cuttableWay();
    const client = await TurnkeeperClient.connect({
      connection: { address: way.address },
      namespace: inject('namespace'),
    });
    const astray: unknown[] = [];
    const note = (error: unknown): void => void astray.push(error);
    process.on('uncaughtException', note);
    onTestFinished(() => void process.off('uncaughtException', note));
    await way.cut();
    const asked = client.session(freshName('nobody')).record();
    const answer = expect(asked).rejects.toThrow();
    await sleep(ms);

    await client.close();

    await answer;
    expect(astray).toEqual([]);
  },
);
