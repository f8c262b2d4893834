/** What the tests of control share: agents whose tools wait for a latch file, or for a decision. */
import { freshName } from '../engine.ts';
import type { Place } from './cli.ts';

/** Writes an agent file; `model` is the text of its script. Its tools write their effects into `effects.txt`. */
export function controlAgent({ file }: Place, model: string): string {
  const name = freshName('agent');
  file(
    'agent.ts',
    `import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineAgent, defineTool, scripted, Type } from 'turnkeeper';
const effect = (text) => appendFileSync('effects.txt', text + '\\n');
const wait = defineTool({
  name: 'wait', description: '', parameters: Type.Object({}), replay: 'safe',
  execute: async (_id, _args, signal, onUpdate) => {
    onUpdate({ content: [{ type: 'text', text: 'waiting for go' }] });
    effect('waits');
    while (!existsSync('go')) await sleep(20, undefined, { signal });
    return { content: [{ type: 'text', text: 'went' }] };
  },
});
const pay = defineTool({
  name: 'pay', description: '', parameters: Type.Object({ amount: Type.Number() }), approval: 'always',
  execute: (_id, { amount }) => {
    effect('paid ' + amount);
    return { content: [{ type: 'text', text: 'paid ' + amount }] };
  },
});
const deaf = defineTool({
  name: 'deaf', description: '', parameters: Type.Object({}),
  execute: async (_id, _args, _signal, onUpdate) => {
    onUpdate({ content: [{ type: 'text', text: 'hears nothing' }] });
    while (!existsSync('go')) await sleep(20);
    return { content: [] };
  },
});
const call = (name, args = {}) => ({ type: 'toolCall', id: name, name, arguments: args });
export default defineAgent({ name: '${name}', tools: [wait, pay, deaf], model: ${model} });
`,
  );
  return name;
}

/** A script whose first answer makes these calls; every later one is a text that counts the results so far. */
export const calls = (...made: readonly string[]): string =>
  `scripted([{ content: [${made.join(', ')}] }, ...Array.from({ length: 8 }, () => ({ messages }) =>
    'Over after ' + messages.filter((message) => message.role === 'toolResult').length + '.')])`;
