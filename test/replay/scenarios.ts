/**
 * The kinds of runs whose histories are kept: one small agent each, with fixed words, so that a new recording differs
 * from the old one in ids and times only.
 */
import { scripted } from '../../src/activities/models/scripted.ts';
import type { AgentOptions, AgentTool } from '../../src/agent/index.ts';
import type { Session, TurnkeeperClient } from '../../src/client/index.ts';
import type { AgentEvent } from '../../src/core/events.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { ToolCall } from '../../src/core/messages.ts';

export interface Scenario {
  readonly agent: Omit<AgentOptions, 'name'>;
  /** One run each, in one session. */
  readonly prompts: readonly string[];
  /** Execute these without a model, instead of prompts. */
  readonly calls?: readonly ToolCall[];
  /** What somebody does while the run goes on. */
  readonly during?: (client: TurnkeeperClient, session: Session) => Promise<void>;
}

const call = (id: string, name: string, args: JsonObject = {}): ToolCall => ({
  type: 'toolCall',
  id,
  name,
  arguments: args,
});

function tool(name: string, properties: JsonObject, more: Partial<AgentTool> = {}): AgentTool {
  return {
    name,
    description: `Does ${name}.`,
    parameters: { type: 'object', properties, required: Object.keys(properties) },
    execute: (_id, params) => ({ content: [{ type: 'text', text: `${name} ${JSON.stringify(params)}` }] }),
    ...more,
  };
}

const read = tool('read_file', { path: { type: 'string' } });
const search = tool('search', { word: { type: 'string' } });
const write = tool('write_file', { path: { type: 'string' } }, { executionMode: 'sequential' });
const failing = tool(
  'deploy',
  {},
  {
    execute: () => {
      throw new Error('the target is not reachable');
    },
  },
);

const pay = tool('pay', { amount: { type: 'number' } }, { approval: 'always' });
const waiting = tool(
  'wait',
  {},
  {
    execute: (_id, _args, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          reject(new Error('told to stop'));
        });
      }),
  },
);
const deaf = tool('deaf', {}, { execute: () => new Promise(() => undefined) });

/** The first events of a kind, as they come. */
async function seen<T extends AgentEvent['type']>(session: Session, type: T, count: number) {
  const found: Extract<AgentEvent, { type: T }>[] = [];
  for await (const event of session.events()) {
    if (event.type === type) found.push(event as Extract<AgentEvent, { type: T }>);
    if (found.length === count) break;
  }
  return found;
}

async function abortOnce(session: Session, started: number): Promise<void> {
  await seen(session, 'tool_execution_start', started);
  await session.abort({ run: 1, reason: 'enough' });
}

const readConfig = call('call_42', 'read_file', { path: 'config.json' });

export const scenarios: Readonly<Record<string, Scenario>> = {
  'read-config': {
    agent: { model: scripted([{ content: [readConfig] }, 'Yes, it does.']), tools: [read] },
    prompts: ['Does config.json contain apiBaseUrl?'],
  },
  parallel: {
    agent: {
      model: scripted([
        { content: [readConfig, call('call_43', 'search', { word: 'url' }), call('call_44', 'nothing')] },
        'Done.',
      ]),
      tools: [read, search],
    },
    prompts: ['Look everywhere.'],
  },
  sequential: {
    agent: {
      model: scripted([
        {
          content: [
            readConfig,
            call('call_43', 'write_file', { path: 'a.txt' }),
            call('call_44', 'search', { word: 'a' }),
          ],
        },
        'Done.',
      ]),
      tools: [read, write, search],
    },
    prompts: ['Read, write, search.'],
  },
  blocked: {
    agent: {
      model: scripted([{ content: [readConfig, call('call_43', 'search', { word: 'key' })] }, 'I may not.']),
      tools: [read, search],
      beforeToolCall: ({ toolCall }) =>
        toolCall.name === 'search' ? { block: true, reason: 'Searching is not allowed here.' } : undefined,
    },
    prompts: ['Search for the key.'],
  },
  'repaired-arguments': {
    agent: {
      model: scripted([
        { content: [call('call_41', 'read_file', { file: 'config.json' })] },
        { content: [readConfig] },
        'There.',
      ]),
      tools: [read],
    },
    prompts: ['Read it.'],
  },
  'length-stop': {
    agent: {
      model: scripted([
        { content: [readConfig, call('call_43', 'read_file')], stopReason: 'length' },
        'I was cut off.',
      ]),
      tools: [read],
    },
    prompts: ['Read both.'],
  },
  'failing-tool': {
    agent: {
      model: scripted([{ content: [call('call_42', 'deploy'), readConfig] }, 'It failed.']),
      tools: [failing, read],
    },
    prompts: ['Deploy.'],
  },
  'model-error': {
    agent: { model: scripted([Object.assign(new Error('the key was refused'), { retryable: false })]), tools: [read] },
    prompts: ['Hello?'],
  },
  hooks: {
    agent: {
      model: scripted([{ content: [readConfig] }, 'Not reached.']),
      tools: [read],
      beforeToolCall: () => undefined,
      afterToolCall: () => ({ content: [{ type: 'text', text: '(redacted)' }] }),
      shouldStopAfterTurn: ({ toolResults }) => toolResults.length > 0,
    },
    prompts: ['Read it once.'],
  },
  'rolled-over': {
    agent: {
      model: scripted([{ content: [call('call_1', 'read_file', { path: 'a' })] }, 'One.', 'Two.']),
      tools: [read],
      limits: { rollOverTurns: 1 },
    },
    prompts: ['Read a.', 'Go on.'],
  },
  'two-runs': {
    agent: { model: scripted(['Hello.', { content: [readConfig] }, 'There.']), tools: [read] },
    prompts: ['Hello.', 'Read it.'],
  },
  approvals: {
    agent: {
      model: scripted([
        {
          content: [call('a', 'pay', { amount: 1 }), call('b', 'pay', { amount: 2 }), call('c', 'pay', { amount: 3 })],
        },
        'One paid, one changed, one denied.',
      ]),
      tools: [pay],
    },
    prompts: ['Pay all three.'],
    during: async (client, session) => {
      const [first, second, third] = await seen(session, 'approval_requested', 3);
      await client.approve(second?.approvalId ?? '', { by: 'auditor', args: { amount: 20 } });
      await client.deny(third?.approvalId ?? '', { by: 'auditor', reason: 'too much' });
      await client.approve(first?.approvalId ?? '', { by: 'operator' });
    },
  },
  announced: {
    agent: {
      model: scripted([{ content: [call('a', 'pay', { amount: 1 })] }, 'Denied.']),
      tools: [pay],
      onApproval: () => undefined,
    },
    prompts: ['Pay.'],
    during: async (client, session) => {
      const [asked] = await seen(session, 'approval_requested', 1);
      await client.deny(asked?.approvalId ?? '', { by: 'auditor', reason: 'not today' });
    },
  },
  'taken-back': {
    agent: { model: scripted([{ content: [call('a', 'wait')] }, 'Never asked.']), tools: [waiting] },
    prompts: ['Go.'],
    during: async (_client, session) => {
      await session.prompt('And then this.', { key: 'second' });
      await session.cancelMessage('second');
      await abortOnce(session, 1);
      await session.finish(2);
    },
  },
  'aborted-parallel': {
    agent: {
      model: scripted([{ content: [readConfig, call('b', 'wait')] }, 'Never asked.']),
      tools: [read, waiting],
    },
    prompts: ['Go.'],
    during: (_client, session) => abortOnce(session, 2),
  },
  'aborted-sequential': {
    agent: {
      model: scripted([{ content: [call('a', 'wait'), readConfig] }, 'Never asked.']),
      tools: [read, waiting],
      toolExecution: 'sequential',
    },
    prompts: ['Go.'],
    during: (_client, session) => abortOnce(session, 1),
  },
  'unknown-outcome': {
    agent: {
      model: scripted([{ content: [call('a', 'deaf')] }, 'Never asked.']),
      tools: [deaf],
      limits: { grace: 50 },
    },
    prompts: ['Go.'],
    during: (_client, session) => abortOnce(session, 1),
  },
  'given-calls': {
    agent: { model: scripted([]), tools: [read, search] },
    prompts: [],
    calls: [readConfig, call('call_43', 'search', { word: 'url' })],
  },
};
