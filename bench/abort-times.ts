/**
 * How long an abort takes to reach a tool and a model request in another process, with the server's push and without,
 * and how long a tool that ignores it holds its run.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { on, once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Session } from '../src/client/index.ts';
import { TurnkeeperClient } from '../src/client/index.ts';
import { fileStore } from '../src/store/index.ts';
import type { Figure } from './figures.ts';
import { median, percentile } from './figures.ts';

/** What the other process is started with. */
export interface AbortWorker {
  readonly home: string;
  readonly address: string;
  readonly namespace: string;
  readonly agent: string;
  readonly grace: number;
}

/** What it says. `at` is milliseconds of the machine's clock. */
export type Told = { readonly kind: 'up' | 'began' } | { readonly kind: 'aborted'; readonly at: number };

const GRACE = 500;
/** A tool that ignores its signal costs its grace time, so it is measured less often. */
const DEAF = 10;

export interface AbortPlace {
  readonly home: string;
  readonly address: string;
  readonly namespace: string;
  /** For the names of the figures. */
  readonly name: string;
  /** Milliseconds that the 95th percentile must not exceed. */
  readonly limit: number;
}

export async function measureAborts(place: AbortPlace, aborts: number): Promise<readonly Figure[]> {
  const { home, address, namespace, name, limit } = place;
  const settings: AbortWorker = { home, address, namespace, agent: 'aborts', grace: GRACE };
  const child = fork(fileURLToPath(new URL('abort-worker-process.ts', import.meta.url)), [JSON.stringify(settings)]);
  try {
    await told(child, 'up');
    const client = await TurnkeeperClient.connect({ connection: { address }, namespace, store: fileStore(home) });
    const session = client.session('aborts', { agent: settings.agent });
    const tool: number[] = [];
    const model: number[] = [];
    const deaf: number[] = [];
    for (let round = 0; round < aborts; round++) {
      tool.push(await signalAfter(session, child, 'hang'));
      model.push(await signalAfter(session, child, 'model'));
      if (round < DEAF) deaf.push(await endAfter(session, child, 'deaf'));
    }
    await client.close();
    return [
      { name: `${name}: abort → tool's signal, median`, value: median(tool), unit: 'ms' },
      { name: '  95th percentile', value: percentile(tool, 0.95), unit: 'ms', limit },
      { name: `${name}: abort → model request's signal, median`, value: median(model), unit: 'ms' },
      { name: '  95th percentile', value: percentile(model, 0.95), unit: 'ms', limit },
      {
        name: `${name}: a tool that ignores its signal holds its run, longest`,
        value: Math.max(...deaf),
        unit: 'ms',
        // From the abort on: without push its signal is late already.
        limit: GRACE + Math.max(limit, 1_000),
      },
    ];
  } finally {
    if (child.connected) {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    }
  }
}

/** From the abort to the signal. */
async function signalAfter(session: Session, child: ChildProcess, what: string): Promise<number> {
  const { run } = await begun(session, child, what);
  const signal = told(child, 'aborted');
  const said = now();
  await session.abort({ run, deadline: 0 });
  const { at } = await signal;
  await session.finish(run);
  return at - said;
}

/** From the abort to the end of the run. */
async function endAfter(session: Session, child: ChildProcess, what: string): Promise<number> {
  const { run } = await begun(session, child, what);
  const said = now();
  await session.abort({ run, deadline: 0 });
  await session.finish(run);
  return now() - said;
}

async function begun(session: Session, child: ChildProcess, what: string): Promise<{ readonly run: number }> {
  const began = told(child, 'began');
  const answer = await session.prompt(what);
  await began;
  return answer;
}

async function told<K extends Told['kind']>(child: ChildProcess, kind: K): Promise<Extract<Told, { kind: K }>> {
  const heard = on(child, 'message', { close: ['exit'] }) as AsyncIterable<[Told]>;
  for await (const [said] of heard) {
    if (said.kind === kind) return said as Extract<Told, { kind: K }>;
  }
  throw new Error('the worker of the aborts has ended');
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
