/**
 * A worker in a process of its own whose tools and model wait to be told to stop, and say when they were. None of them
 * beats. Ends with whoever started it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { scripted } from '../src/activities/models/index.ts';
import type { ScriptedContext, ScriptedMessage } from '../src/activities/models/index.ts';
import { defineAgent } from '../src/agent/index.ts';
import type { AgentTool } from '../src/agent/index.ts';
import { createWorker } from '../src/worker/index.ts';
import { installRuntime } from '../src/worker/runtime.ts';
import { fileStore, loadGrantKeys } from '../src/store/index.ts';
import type { AbortWorker, Told } from './abort-times.ts';

/** Milliseconds of one clock for all processes of the machine. */
const now = (): number => performance.timeOrigin + performance.now();
const tell = (told: Told): void => void process.send?.(told);

/** Says when it begins and when its signal aborts, then throws. */
async function obey(signal: AbortSignal | undefined): Promise<never> {
  if (signal === undefined) throw new Error('no signal');
  const over = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      tell({ kind: 'aborted', at: now() });
      reject(new Error('told to stop'));
    });
  });
  tell({ kind: 'began' });
  return over;
}

const base = { description: '', parameters: { type: 'object' } } as const;
const tools: readonly AgentTool[] = [
  { ...base, name: 'hang', execute: (_id, _args, signal) => obey(signal) },
  {
    ...base,
    name: 'deaf',
    execute: async () => {
      tell({ kind: 'began' });
      await sleep(600_000, undefined, { ref: false });
      return { content: [] };
    },
  },
];

const { address, namespace, home, agent: name, grace } = JSON.parse(process.argv[2] ?? '{}') as AbortWorker;
/** The newest prompt names what shall wait. */
const step = ({ messages, signal }: ScriptedContext): ScriptedMessage | Promise<never> => {
  const prompt = JSON.stringify(messages.findLast((message) => message.role === 'user')?.content);
  if (prompt.includes('model')) return obey(signal as AbortSignal);
  const name = prompt.includes('deaf') ? 'deaf' : 'hang';
  return { content: [{ type: 'toolCall', id: 'c', name, arguments: {} }] };
};
const model = scripted(Array.from({ length: 1_000 }, () => step));
const agent = defineAgent({ name, model, tools, limits: { grace } });
// A warning for each body that is left running would fill the screen.
installRuntime('ERROR');
process.once('disconnect', () => process.exit(0));
await createWorker({
  agents: [agent],
  connection: { address },
  namespace,
  store: fileStore(home),
  keys: loadGrantKeys(home, {}),
  leakedBodies: 1_000,
});
tell({ kind: 'up' });
