/** A worker that may be killed at any time. Its tools write down, on their own, what they do. */
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { scripted } from '../../src/activities/models/index.ts';
import type { AgentTool } from '../../src/agent/index.ts';
import { defineAgent } from '../../src/agent/index.ts';
import { fileStore, loadGrantKeys } from '../../src/store/index.ts';
import { createWorker } from '../../src/worker/index.ts';
import { installRuntime } from '../../src/worker/runtime.ts';
import type { Noted, WorkerSetting } from './setting.ts';

const { home, address, namespace, agent: name, log, turns } = JSON.parse(process.argv[2] ?? '{}') as WorkerSetting;
const note = (noted: Noted): void => {
  appendFileSync(log, `${JSON.stringify(noted)}\n`);
};

const tool = (replay: 'safe' | 'never', ms: number): AgentTool => ({
  name: replay,
  description: `Takes ${String(ms)} ms.`,
  parameters: { type: 'object' },
  replay,
  execute: async (_id, args, _signal, onUpdate, context) => {
    const key = context?.idempotencyKey ?? '';
    const text = `${replay} ${JSON.stringify(args)}`;
    note({ key, kind: 'began', text });
    for (const half of [1, 2]) {
      onUpdate?.({ content: [], details: { done: half, total: 2 } });
      await sleep(ms / 2);
    }
    note({ key, kind: 'done', text });
    return { content: [{ type: 'text', text }] };
  },
});

const asked = (turn: number) => ({
  content: ['safe', 'never', 'safe'].map((called, place) => ({
    type: 'toolCall' as const,
    id: `call-${String(turn)}-${String(place)}`,
    name: called,
    arguments: { turn, place },
  })),
});
/** Every run takes some turns of three calls and an answer. */
const steps = Array.from({ length: 1_000 }, (_, step) =>
  step % (turns + 1) === turns ? `Answer ${String(step)}.` : asked(step),
);
// The deaths that are looked for would fill the screen.
installRuntime('ERROR');
process.once('disconnect', () => process.exit(0));
await createWorker({
  agents: [
    defineAgent({
      name,
      model: scripted(steps),
      tools: [tool('safe', 40), tool('never', 80)],
      limits: { heartbeatTimeout: 3_000 },
    }),
  ],
  connection: { address },
  namespace,
  store: fileStore(home),
  keys: loadGrantKeys(home, {}),
  identity: 'test-worker',
});
process.send?.('up');
