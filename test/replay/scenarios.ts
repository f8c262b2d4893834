/**
 * The kinds of runs whose histories are kept: one small agent each, with fixed words, so that a new recording differs
 * from the old one in ids and times only.
 */
import { scripted } from '../../src/activities/models/scripted.ts';
import type { AgentOptions, AgentTool } from '../../src/agent/index.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { ToolCall } from '../../src/core/messages.ts';

export interface Scenario {
  readonly agent: Omit<AgentOptions, 'name'>;
  /** One run each, in one session. */
  readonly prompts: readonly string[];
  /** Execute these without a model, instead of prompts. */
  readonly calls?: readonly ToolCall[];
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
  'two-runs': {
    agent: { model: scripted(['Hello.', { content: [readConfig] }, 'There.']), tools: [read] },
    prompts: ['Hello.', 'Read it.'],
  },
  'given-calls': {
    agent: { model: scripted([]), tools: [read, search] },
    prompts: [],
    calls: [readConfig, call('call_43', 'search', { word: 'url' })],
  },
};
