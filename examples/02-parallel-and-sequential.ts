/**
 * Calls of one message run side by side; one tool that says `sequential` makes its whole batch run one by one.
 * Results reach the model in call order either way.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { defineAgent, defineTool, scripted, Type } from 'turnkeeper';

const ping = defineTool({
  name: 'ping',
  description: 'Asks a host whether it is there.',
  parameters: Type.Object({ host: Type.String(), ms: Type.Number() }),
  replay: 'safe',
  execute: async (_id, { host, ms }, signal, onUpdate) => {
    onUpdate?.({ content: [{ type: 'text', text: `waiting for ${host}` }] });
    await sleep(ms, undefined, { signal });
    return { content: [{ type: 'text', text: `${host} answered` }] };
  },
});

const restart = defineTool({
  name: 'restart',
  description: 'Restarts one host. Never two at a time.',
  parameters: Type.Object({ host: Type.String() }),
  executionMode: 'sequential',
  execute: async (_id, { host }, signal) => {
    await sleep(20, undefined, { signal });
    return { content: [{ type: 'text', text: `${host} restarted` }] };
  },
});

const hosts = ['alpha', 'beta', 'gamma'];

const model = scripted([
  {
    // The last one is the fastest: it ends first, and still stands last in the transcript.
    content: hosts.map((host, index) => ({
      type: 'toolCall',
      id: `ping_${host}`,
      name: 'ping',
      arguments: { host, ms: 240 - index * 100 },
    })),
  },
  {
    content: hosts.map((host) => ({ type: 'toolCall', id: `restart_${host}`, name: 'restart', arguments: { host } })),
  },
  ({ messages }) => {
    const results = messages.flatMap((message) => (message.role === 'toolResult' ? [message.toolCallId] : []));
    return `In call order: ${results.join(', ')}.`;
  },
]);

export default defineAgent({ name: 'two-modes', model, tools: [ping, restart] });

export const prompt = 'Ping all hosts at once, then restart them one by one.';
