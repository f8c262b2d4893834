/**
 * The agent whose worker is killed after the third of five updates, and what its process tells. Its tool has counted to
 * three when it stops for good; the next attempt finishes.
 */
import { scripted } from '../../../src/activities/models/index.ts';
import { defineAgent } from '../../../src/agent/index.ts';
import type { Agent, AgentOptions, ToolContext } from '../../../src/agent/index.ts';
import type { AgentEvent } from '../../../src/client/index.ts';

export interface CountingSetting {
  readonly home: string;
  readonly address: string;
  readonly namespace: string;
  readonly agent: string;
  readonly session: string;
  /** An after hook, behind whose back heartbeats must say nothing. */
  readonly hook: 'none' | 'after';
}

/** From the process: an event that its own client saw. */
export interface CountingNews {
  readonly event: AgentEvent;
}

const step = (count: number) => ({ content: [{ type: 'text' as const, text: `step ${count}` }], details: { count } });

/** @param begun is told the context of every attempt */
export function countingAgent(
  { agent: name, hook }: Pick<CountingSetting, 'agent' | 'hook'>,
  begun: (context: ToolContext) => void = () => undefined,
): Agent {
  const hooks: Partial<AgentOptions> = hook === 'after' ? { afterToolCall: () => undefined } : {};
  return defineAgent({
    name,
    ...hooks,
    model: scripted([{ content: [{ type: 'toolCall', id: 'a', name: 'count', arguments: {} }] }, 'counted']),
    tools: [
      {
        name: 'count',
        description: 'Counts to five.',
        parameters: { type: 'object' },
        replay: 'safe',
        async execute(_id, _args, _signal, onUpdate, context) {
          if (context === undefined) throw new Error('no context');
          begun(context);
          for (const count of [1, 2, 3]) onUpdate?.(step(count));
          if (context.attempt === 1) await new Promise(() => undefined);
          for (const count of [4, 5]) onUpdate?.(step(count));
          return { content: [{ type: 'text', text: 'five' }] };
        },
      },
    ],
    limits: { heartbeatTimeout: 2_000 },
  });
}
