/** A turn whose code was changed under it goes nowhere: it is shown as stuck, ended by hand, and recovered. */
import { fileURLToPath } from 'node:url';
import { DefaultLogger, bundleWorkflowCode } from '@temporalio/worker';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, it } from 'vitest';
import { scripted } from '../../../src/activities/models/index.ts';
import type { AgentTool } from '../../../src/agent/index.ts';
import { createWorker } from '../../../src/worker/index.ts';
import { startEngine } from '../engine.ts';
import { place } from './cli.ts';

it('show names a stuck turn and the command that ends it; the session goes on afterwards (B88)', async () => {
  const pay: AgentTool = {
    name: 'pay',
    description: '',
    parameters: { type: 'object' },
    approval: 'always',
    execute: () => ({ content: [{ type: 'text', text: 'paid' }] }),
  };
  const call = { type: 'toolCall' as const, id: 'a', name: 'pay', arguments: {} };
  await using engine = await startEngine({ model: scripted([{ content: [call] }, 'second answer']), tools: [pay] });
  const { agent, store, keys, address, client } = engine;
  const session = engine.session();
  await session.prompt('go');
  for await (const event of session.events()) if (event.type === 'approval_requested') break;
  await engine.worker.shutdown();
  const workflowsPath = fileURLToPath(new URL('wedged-workflows.ts', import.meta.url));
  const wedged = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR') });
  const where = { agents: [agent], connection: { address }, namespace: inject('namespace'), store, keys };
  const worker = await createWorker({ ...where, engine: { workflowBundle: wedged }, drain: 500 });
  try {
    const [waiting] = await client.approvals(session.id);
    await client.approve(waiting?.id ?? '', { deadline: 0 });
    while ((await session.pulse()).turn?.failing === undefined) await sleep(200);
    const { run } = place();

    const shown = await run(['show', session.id]);
    expect([shown.exitCode, shown.stdout]).toEqual([
      0,
      expect.stringMatching(
        new RegExp(
          `\nstuck: non-determinism, turn 1 fails again and again \\(attempt \\d+\\)[^\n]*: turnkeeper end-turn ${session.id}\n$`,
        ),
      ),
    ]);
    expect((await run(['end-turn', session.id])).stdout).toBe(
      'Turn 1 is ended, and what it did is recovered; run 1 ended: error.\n',
    );
  } finally {
    await worker.shutdown();
  }
  const mended = await createWorker({ ...where, drain: 500 });
  expect(await session.run('and now?')).toMatchObject({ ended: 'answered', answer: 'second answer' });
  await mended.shutdown();
}, 120_000);
