/** How long a silent worker is waited for is the agent's to say, within reason. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/index.ts';
import { DefinitionError, defineAgent } from '../../../src/agent/index.ts';

const agent = (heartbeatTimeout?: number) =>
  defineAgent({
    name: 'silent',
    model: scripted([]),
    ...(heartbeatTimeout === undefined ? {} : { limits: { heartbeatTimeout } }),
  });

it('an agent waits 30 s for a silent worker, or as long as it says', () => {
  expect([agent().policy.heartbeatTimeout, agent(3_000).policy.heartbeatTimeout]).toEqual([30_000, 3_000]);
});

it('an agent that would wait for less than a heartbeat is refused', () => {
  expect(() => agent(999)).toThrow(DefinitionError);
  expect(() => agent(999)).toThrow('limits.heartbeatTimeout must be a whole number from 1000 to 2147483647 (got 999)');
});
