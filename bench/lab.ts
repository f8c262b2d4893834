/**
 * What the measurements run in: a server of its own, a worker for the product and one for the bare workflows, both with
 * the same engine options. Leaves nothing behind.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import type { Session } from '../src/client/index.ts';
import { TurnkeeperClient } from '../src/client/index.ts';
import { ensureServer, stopServer } from '../src/server/index.ts';
import { fileStore, loadGrantKeys } from '../src/store/index.ts';
import { createWorker } from '../src/worker/index.ts';
import { engineOptions } from '../src/worker/engine-options.ts';
import type { Work } from './bench-agent.ts';
import { benchAgent } from './bench-agent.ts';

const AGENT = 'bench';
const BARE_QUEUE = 'bare';

export interface Lab extends AsyncDisposable {
  readonly client: Client;
  /** Where it runs, for processes of their own. */
  readonly place: { readonly home: string; readonly address: string; readonly namespace: string };
  session(): Session;
  /** Denies a call that waits for approval. */
  refuse(approvalId: string): Promise<void>;
  /** Milliseconds of one prompt from sending to its end. */
  timeTurns(session: Session, work: Work): Promise<number>;
  /** Milliseconds of one bare workflow from start to result. */
  timeBare(workflow: 'bareTurns' | 'bareSequence', count: number): Promise<number>;
}

export async function openLab(): Promise<Lab> {
  const home = await mkdtemp(path.join(tmpdir(), 'turnkeeper-bench-'));
  const { address, namespace } = await ensureServer({ home, webPage: 'off' });
  const connection = { address };
  const store = fileStore(home);
  const worker = await createWorker({
    agents: [benchAgent(AGENT)],
    connection,
    namespace,
    store,
    keys: loadGrantKeys(home, {}),
  });
  const bare = await bareWorker(address, namespace);
  const client = new Client({ connection: await Connection.connect(connection), namespace });
  const turnkeeper = await TurnkeeperClient.connect({ connection, namespace, store, progress: worker.progress });
  let count = 0;

  return {
    client,
    place: { home, address, namespace },
    refuse: async (id) => {
      await turnkeeper.deny(id, { reason: 'measured', deadline: 0 });
    },
    session: () => turnkeeper.session(`bench-${String(++count)}`, { agent: AGENT }),
    timeTurns: (session, work) =>
      timed(async () => {
        await session.run(JSON.stringify(work));
      }),
    timeBare: (workflow, times) =>
      timed(async () => {
        const options = { workflowId: `bare-${String(++count)}`, taskQueue: BARE_QUEUE, args: [times] };
        await client.workflow.execute(workflow, options);
      }),
    async [Symbol.asyncDispose]() {
      await Promise.all([worker.shutdown(), bare.shutdown()]);
      await Promise.all([turnkeeper.close(), client.connection.close()]);
      await stopServer({ home });
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function bareWorker(address: string, namespace: string): Promise<{ shutdown(): Promise<void> }> {
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    ...engineOptions(1_000),
    connection,
    namespace,
    taskQueue: BARE_QUEUE,
    workflowsPath: fileURLToPath(new URL('bare-workflows.ts', import.meta.url)),
    activities: { bareModel: () => Promise.resolve('answer'), bareTool: () => Promise.resolve('ok') },
  });
  const running = worker.run();
  return {
    async shutdown() {
      worker.shutdown();
      await running;
      await connection.close();
    },
  };
}

async function timed(act: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}
