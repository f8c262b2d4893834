/** What a call that waits for approval costs the others of its batch: nothing that anybody would notice. */
import { expect, it } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { scripted } from '../../../src/activities/models/index.ts';
import { asks, call, recordingTool, text } from '../cases/kit.ts';
import type { Engine } from '../engine.ts';
import { startEngine } from '../engine.ts';

const NAPS = 5;

/** Milliseconds by the server's clock, from the run's start to the last of its naps; what waits then is ended. */
async function napsTake(engine: Engine, prompt: 'alone' | 'beside'): Promise<number> {
  const session = engine.session();
  await session.prompt(prompt);
  let start = 0;
  let ended = 0;
  for await (const event of session.events()) {
    if (event.type === 'agent_start') start = event.at;
    if (event.type !== 'tool_execution_end' || ++ended < NAPS) continue;
    await (prompt === 'beside' ? session.abort({ run: 1 }) : session.finish(1));
    return event.at - start;
  }
  throw new Error('the session ended under its batch');
}

it('a call that waits for approval costs the others of its parallel batch less than 150 ms', async () => {
  const nap = recordingTool('nap', { body: () => sleep(200).then(() => text('rested')) });
  const pay = recordingTool('pay', { approval: 'always' });
  const naps = Array.from({ length: NAPS }, (_, index) => call(`nap-${index}`, 'nap'));
  const model = scripted([
    ({ messages }) =>
      JSON.stringify(messages[0]?.content).includes('beside') ? asks(call('pay', 'pay'), ...naps) : asks(...naps),
    'rested',
  ]);
  await using engine = await startEngine({ model, tools: [nap, pay] });
  const alone: number[] = [];
  const beside: number[] = [];
  // The shortest of several: whatever else the machine does only adds to a time.
  for (let round = 0; round < 4; round++) {
    alone.push(await napsTake(engine, 'alone'));
    beside.push(await napsTake(engine, 'beside'));
  }

  expect(Math.min(...beside) - Math.min(...alone)).toBeLessThan(150);
  expect([nap.effects.length, pay.effects.length]).toEqual([8 * NAPS, 0]);
});
