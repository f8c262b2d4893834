/**
 * What tests against the real engine share: a worker and a client for one agent with a name of its own, and their end.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { defineAgent } from '../../src/agent/index.ts';
import type { Agent, AgentOptions } from '../../src/agent/index.ts';
import { TurnkeeperClient } from '../../src/client/index.ts';
import type { AgentEvent, Session } from '../../src/client/index.ts';
import { fileStore, loadGrantKeys } from '../../src/store/index.ts';
import type { GrantKeys, Store } from '../../src/store/index.ts';
import { createWorker } from '../../src/worker/index.ts';
import type { CreateWorkerOptions, TurnkeeperWorker } from '../../src/worker/index.ts';

export interface Engine extends AsyncDisposable {
  readonly agent: Agent;
  readonly client: TurnkeeperClient;
  readonly worker: TurnkeeperWorker;
  readonly home: string;
  readonly address: string;
  readonly store: Store;
  readonly keys: GrantKeys;
  /** A session of the agent under a fresh id. */
  session(): Session;
}

/** A name that no other test has. */
export function freshName(start: string): string {
  return `${start}-${randomBytes(5).toString('hex')}`;
}

/** Starts a worker for an agent; the name gets a fresh end. */
export async function startEngine(
  options: Omit<AgentOptions, 'name'>,
  worker: Partial<CreateWorkerOptions> = {},
): Promise<Engine> {
  const address = inject('address');
  const namespace = inject('namespace');
  const home = await mkdtemp(path.join(tmpdir(), 'turnkeeper-test-'));
  const agent = defineAgent({ ...options, name: freshName('agent') });
  const store = fileStore(home);
  const keys = loadGrantKeys(home, {});
  const shared = { connection: { address }, namespace, store };
  const running = await createWorker({
    ...shared,
    agents: [agent],
    keys,
    identity: 'test-worker',
    drain: 500,
    ...worker,
  });
  const client = await TurnkeeperClient.connect({ ...shared, progress: running.progress });
  return {
    agent,
    client,
    worker: running,
    home,
    address,
    store,
    keys,
    session: () => client.session(freshName('session'), { agent: agent.name }),
    async [Symbol.asyncDispose]() {
      await running.shutdown();
      await client.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** The events of a session up to the end of a run. */
export async function eventsOfRun(session: Session, run: number): Promise<readonly AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of session.events({ fromRun: run })) {
    if (event.run > run) break;
    events.push(event);
    if (event.type === 'agent_end') break;
  }
  return events;
}
