/** An agent for the tests of the live display: what its calls say while they run, and a way to let them end. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshName } from '../engine.ts';
import type { Place } from './cli.ts';

/** Tools that copy until a file `go` is there, fail, or wait for a decision; `made` are the calls of its one message. */
export function liveAgent({ file }: Place, made: readonly string[]): void {
  file(
    'agent.ts',
    `import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineAgent, defineTool, scripted, Type } from 'turnkeeper';
const copy = defineTool({
  name: 'copy', description: '', parameters: Type.Object({ says: Type.String() }), replay: 'safe',
  execute: async (_id, { says }, signal, onUpdate) => {
    onUpdate({ content: [{ type: 'text', text: says }], details: { done: 600, total: 1200, unit: 'rows' } });
    while (!existsSync('go')) await sleep(20, undefined, { signal });
    return { content: [{ type: 'text', text: ['a', 'b', 'c', 'd', 'e'].map((part) => part.repeat(30)).join('\\n') }] };
  },
});
const fail = defineTool({
  name: 'fail', description: '', parameters: Type.Object({}),
  execute: () => { throw new Error('the pen is dry'); },
});
const pay = defineTool({
  name: 'pay', description: '', parameters: Type.Object({ amount: Type.Number() }), approval: 'always',
  execute: (_id, { amount }) => ({ content: [{ type: 'text', text: 'paid ' + amount }] }),
});
const call = (name, args = {}) => ({ type: 'toolCall', id: name, name, arguments: args });
export default defineAgent({
  name: '${freshName('agent')}', tools: [copy, fail, pay],
  model: scripted([{ content: [${made.join(', ')}] }, 'Over.']),
});
`,
  );
}

export const copies = (says: string): string => `call('copy', { says: ${JSON.stringify(says)} })`;
export const go = ({ folder }: Place): void => writeFileSync(join(folder, 'go'), '');
