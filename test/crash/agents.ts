/**
 * The agents that are hit: a model that plays one batch, tools of every replay policy whose effect is a request to the
 * fake service, and hooks that ask it too. Runs in the worker's process and decides nothing about crashes.
 */
import { scripted } from '../../src/activities/models/index.ts';
import { defineAgent } from '../../src/agent/index.ts';
import type { Agent, AgentTool } from '../../src/agent/index.ts';
import { CALLS, GATED, agentName, callIdOf, doneText, policies, readPrompt, toolName } from './round.ts';
import type { Policy, Round } from './round.ts';
import type { Request } from './service.ts';

/** Asks the service; resolves when it answers, with what it says. @throws if it refuses */
export type Ask = (request: Request) => Promise<{ readonly applied?: number }>;

export function asking(url: string): Ask {
  return async (request) => {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(request) });
    if (!response.ok) throw new Error(`The service refused: ${String(response.status)}.`);
    return (await response.json()) as { readonly applied?: number };
  };
}

/** @param heartbeatTimeout default: the product's */
export function crashAgents(volley: string, ask: Ask, heartbeatTimeout?: number): readonly Agent[] {
  const tools = policies.flatMap((policy) =>
    (['sequential', 'parallel'] as const).map((mode) => effectTool(ask, policy, mode)),
  );
  const shared = {
    model: batchModel(ask),
    tools,
    limits: { grace: 2_000, ...(heartbeatTimeout === undefined ? {} : { heartbeatTimeout }) },
  };
  return [
    defineAgent({ ...shared, name: agentName(volley, false) }),
    defineAgent({
      ...shared,
      name: agentName(volley, true),
      beforeToolCall: async ({ session, index }) => {
        await ask({ session, what: 'clear', index });
        return undefined;
      },
      afterToolCall: async ({ session, index }) => {
        await ask({ session, what: 'hook', index });
        return undefined;
      },
    }),
  ];
}

/** Deaf to its signal: an effect on its way out cannot be called back. */
function effectTool(ask: Ask, policy: Policy, mode: Round['mode']): AgentTool {
  const done = (key: string) => ({ content: [{ type: 'text' as const, text: doneText(key) }] });
  return {
    name: toolName({ policy, mode }),
    description: `Has an effect; ${policy}.`,
    parameters: { type: 'object', properties: { gated: { type: 'boolean' } } },
    executionMode: mode,
    replay: policy === 'safe' ? 'safe' : 'never',
    approval: ({ gated }) => gated === true,
    async execute(_id, _args, _signal, _onUpdate, context) {
      if (context === undefined) throw new Error('no context');
      const { session, index, idempotencyKey: key } = context;
      await ask({ session, what: 'effect', index, key });
      return done(key);
    },
    ...(policy === 'reconcile'
      ? {
          async reconcile(key: string) {
            const { applied = 0 } = await ask({ session: '', what: 'settle', key });
            return applied > 0 ? { kind: 'done' as const, result: done(key) } : { kind: 'notDone' as const };
          },
        }
      : {}),
  };
}

function batchModel(ask: Ask) {
  return scripted([
    async ({ messages }) => {
      const prompt = readPrompt(textOf(messages[0]?.content));
      await ask({ session: prompt.session, what: 'model' });
      const content = Array.from({ length: CALLS }, (_, index) => ({
        type: 'toolCall' as const,
        id: callIdOf(prompt.session, index),
        name: toolName(prompt),
        arguments: prompt.gated && index === GATED ? { gated: true } : {},
      }));
      return { content };
    },
    'All done.',
  ]);
}

function textOf(content: unknown): string {
  const [block] = content as readonly { readonly text: string }[];
  return block?.text ?? '';
}
