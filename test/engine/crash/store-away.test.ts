/** The store is away when a receipt has to be written: the call waits for it, and nothing is called unknown. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { scripted } from '../../../src/activities/models/index.ts';
import type { AgentTool } from '../../../src/agent/index.ts';
import { fileStore } from '../../../src/store/index.ts';
import { eventsOfRun, startEngine } from '../engine.ts';

it('a result whose receipt cannot be written at once is told when the store is back, and the tool runs once (X4)', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'turnkeeper-test-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const files = fileStore(home);
  let refusals = 3;
  const receipts = {
    ...files.receipts,
    record: async (...receipt: Parameters<typeof files.receipts.record>) => {
      if (refusals-- > 0) throw new Error('no connection to the store');
      return files.receipts.record(...receipt);
    },
  };
  let effects = 0;
  const pay: AgentTool = {
    name: 'pay',
    description: '',
    parameters: { type: 'object' },
    execute: () => ({ content: [{ type: 'text', text: `paid ${String(++effects)} times` }] }),
  };
  const model = scripted([{ content: [{ type: 'toolCall', id: 'a', name: 'pay', arguments: {} }] }, 'done']);
  await using engine = await startEngine({ model, tools: [pay] }, { store: { ...files, receipts } });
  const session = engine.session();
  await session.prompt('pay');

  const events = await eventsOfRun(session, 1);

  const results = events.flatMap((event) => (event.type === 'tool_execution_end' ? [event.result] : []));
  expect(results).toMatchObject([{ isError: false, content: [{ type: 'text', text: 'paid 1 times' }] }]);
});
