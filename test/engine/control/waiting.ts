/** Builders for calls that wait for somebody: what is asked, and a worker that takes another one's place. */
import { onTestFinished } from 'vitest';
import type { AgentOptions } from '../../../src/agent/index.ts';
import type { AgentEvent, Session } from '../../../src/client/index.ts';
import type { CreateWorkerOptions } from '../../../src/worker/index.ts';
import { otherWorker } from '../cases/kit.ts';
import type { Engine } from '../engine.ts';

export type Asked = Extract<AgentEvent, { type: 'approval_requested' }>;

/** The first requests of a session, as a follower sees them. */
export async function asked(session: Session, count = 1): Promise<readonly Asked[]> {
  const found: Asked[] = [];
  for await (const event of session.events()) {
    if (event.type === 'approval_requested') found.push(event);
    if (found.length === count) break;
  }
  return found;
}

/** The ids of {@link asked}, in call order. */
export async function askedIds(session: Session, count = 1): Promise<readonly [string, string, string]> {
  const [first = '', second = '', third = ''] = (await asked(session, count)).map(({ approvalId }) => approvalId);
  return [first, second, third];
}

/** Ends the engine's worker, and starts one that has nothing of its memory. It ends with the test. */
export async function restarted(
  engine: Engine,
  agent: Omit<AgentOptions, 'name'>,
  options: Partial<CreateWorkerOptions> = {},
): Promise<void> {
  await engine.worker.shutdown();
  await replaced(engine, agent, options);
}

/** Starts a worker beside, or in place of, the engine's own. It ends with the test. */
export async function replaced(
  engine: Engine,
  agent: Omit<AgentOptions, 'name'>,
  options: Partial<CreateWorkerOptions> = {},
): Promise<void> {
  const worker = await otherWorker(engine, agent, options);
  onTestFinished(() => worker.shutdown());
}
