/** What a client's end means for calls that are under way. */
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, it, onTestFinished } from 'vitest';
import { TurnkeeperClient } from '../../../src/client/index.ts';
import { scripted } from '../../../src/activities/models/scripted.ts';
import { asks, call, recordingTool } from '../cases/kit.ts';
import { freshName, startEngine } from '../engine.ts';

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

it('a client that is closed ends what follows a session with it; the session goes on', async () => {
  const latch = Promise.withResolvers<never>();
  const slow = recordingTool('slow', { body: () => latch.promise });
  await using engine = await startEngine({
    model: scripted([asks(call('a', 'slow'))]),
    tools: [slow],
    limits: { grace: 100 },
  });
  const shared = { connection: { address: engine.address }, namespace: inject('namespace'), store: engine.store };
  const client = await TurnkeeperClient.connect(shared);
  const session = client.session(freshName('followed'), { agent: engine.agent.name });
  const { run } = await session.prompt('Go.');
  const waits = expect(session.finish(run)).rejects.toMatchObject({ code: 'ClientClosed' });
  const events = session.events();
  for await (const event of events) if (event.type === 'tool_execution_start') break;

  await client.close();

  await waits;
  const other = engine.client.session(session.id);
  expect(await other.abort({ run, deadline: 15_000 })).toMatchObject({ kind: 'ended', ended: 'aborted' });
});
