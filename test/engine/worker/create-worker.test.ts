/** A worker that cannot be made says why and leaves nothing running. */
import { inject, expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/index.ts';
import { defineAgent } from '../../../src/agent/index.ts';
import { createWorker } from '../../../src/worker/index.ts';
import { startEngine } from '../engine.ts';

const agent = defineAgent({ name: 'lonely', model: scripted(['hello']) });

it('ends what it has started when a part of it cannot be made', async () => {
  await using engine = await startEngine({ model: scripted(['hello']) });
  const connection = { address: inject('address') };

  await expect(
    createWorker({ agents: [agent], connection, namespace: 'nowhere', store: engine.store, keys: engine.keys }),
  ).rejects.toThrow(/nowhere/);
});

it('refuses no agent, two agents of one name, several agents for tool queues, and a limit that is no number', async () => {
  const connection = { address: inject('address') };
  const twins = createWorker({ agents: [agent, agent], connection });
  const nobody = createWorker({ agents: [], connection });
  const other = defineAgent({ name: 'other', model: scripted(['hello']) });
  const both = createWorker({ agents: [agent, other], connection, toolQueues: ['gpu'] });

  const never = createWorker({ agents: [agent], connection, leakedBodies: Number.NaN });

  await expect(never).rejects.toThrow('leakedBodies must be a whole number of at least 1 (got NaN).');
  await expect(twins).rejects.toThrow('Two agents of one worker are named "lonely".');
  await expect(nobody).rejects.toThrow('A worker needs at least one agent.');
  await expect(both).rejects.toThrow('A worker for tool queues serves one agent.');
});
