/**
 * The agent that is measured: a model that asks for what the prompt says and a tool that naps.
 */
import { Type } from 'typebox';
import type { Agent } from '../src/agent/index.ts';
import { defineAgent, defineTool } from '../src/agent/index.ts';
import { noUsage } from '../src/core/failures.ts';
import type { AssistantMessage, Message } from '../src/core/messages.ts';
import type { Model } from '../src/core/model.ts';

/** What a prompt of the bench says: so many turns, with so many calls each, each call napping so long. */
export interface Work {
  readonly turns: number;
  readonly calls: number;
  readonly ms: number;
  /**
   * `never` is sequential, and the tool may not be repeated: started mark and receipt for every call. `gated` is
   * `parallel`, with one more call that waits for approval; `ticking` says every 100 ms what time it is.
   */
  readonly mode: Mode;
}

type Mode = 'sequential' | 'parallel' | 'never' | 'gated' | 'ticking';

const nap = (mode: Exclude<Mode, 'gated' | 'ticking'>) =>
  defineTool({
    name: `${mode}_nap`,
    description: 'naps',
    parameters: Type.Object({ ms: Type.Number() }),
    executionMode: mode === 'parallel' ? 'parallel' : 'sequential',
    replay: mode === 'never' ? 'never' : 'safe',
    execute: async (_id, { ms }) => {
      if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
      return { content: [{ type: 'text', text: 'ok' }] };
    },
  });

/** Milliseconds of one clock for all processes of the machine. */
export const now = (): number => performance.timeOrigin + performance.now();

const ticking = defineTool({
  name: 'ticking_nap',
  description: 'says the time',
  parameters: Type.Object({ ms: Type.Number() }),
  replay: 'safe',
  execute: async (_id, { ms }, _signal, onUpdate) => {
    for (let left = ms; left > 0; left -= 100) {
      onUpdate?.({ content: [], details: { sentAt: now() } });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return { content: [{ type: 'text', text: 'ok' }] };
  },
});

const gated = defineTool({
  name: 'gated',
  description: 'waits for approval',
  parameters: Type.Object({ ms: Type.Number() }),
  approval: 'always',
  execute: () => ({ content: [] }),
});

/** Answers a prompt's work turn by turn; how far it is follows from the messages since that prompt. */
function answer(messages: readonly Message[]): AssistantMessage['content'] {
  const prompt = messages.findLastIndex((message) => message.role === 'user');
  const work = JSON.parse(textOf(messages[prompt])) as Work;
  const done = messages.slice(prompt).filter((message) => message.role === 'assistant').length;
  if (done >= work.turns) return [{ type: 'text', text: 'done' }];
  const called = (name: string) => ({ type: 'toolCall' as const, id: 'c', name, arguments: { ms: work.ms } });
  const naps = Array.from({ length: work.calls }, () =>
    called(`${work.mode === 'gated' ? 'parallel' : work.mode}_nap`),
  );
  return work.mode === 'gated' ? [...naps, called('gated')] : naps;
}

function textOf(message: Message | undefined): string {
  const [block] = typeof message?.content === 'object' ? message.content : [];
  if (block?.type !== 'text') throw new Error('a prompt of the bench is one text');
  return block.text;
}

/** Not `scripted`: that one keeps a copy of every request, which is not what is measured here. */
const model: Model = {
  name: 'bench',
  respond: ({ messages }) => Promise.resolve(assistantMessage(answer(messages))),
};

function assistantMessage(content: AssistantMessage['content']): AssistantMessage {
  const stopReason = content.some((block) => block.type === 'toolCall') ? 'toolUse' : 'stop';
  const origin = { api: 'bench', provider: 'bench', model: 'bench' };
  return { role: 'assistant', content, ...origin, usage: noUsage, stopReason, timestamp: Date.now() };
}

export function benchAgent(name: string): Agent {
  return defineAgent({ name, model, tools: [nap('sequential'), nap('parallel'), nap('never'), gated, ticking] });
}
