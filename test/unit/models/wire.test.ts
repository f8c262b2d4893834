/**
 * What goes out again: a transcript with refused, repeated and failed parts is still a request that servers accept.
 */
import { describe, expect, it } from 'vitest';
import { piModel } from '../../../src/activities/models/pi.ts';
import type { AssistantMessage, Message, ToolCall, ToolResultMessage } from '../../../src/core/messages.ts';
import { call, delta, request, serverOptions, sse, user } from './ask.ts';
import { anthropicText } from './anthropic-events.ts';
import { modelServer } from './openai-server.ts';

function assistant(content: AssistantMessage['content'], part: Partial<AssistantMessage> = {}): AssistantMessage {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  return {
    role: 'assistant',
    content,
    api: 'openai-completions',
    provider: 'openai',
    model: 'test',
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost },
    stopReason: 'toolUse',
    timestamp: 2,
    ...part,
  };
}

function result(toolCallId: string, text: string): ToolResultMessage {
  return {
    role: 'toolResult',
    toolCallId,
    toolName: 'read',
    content: [{ type: 'text', text }],
    details: { secret: 'for programs' },
    isError: false,
    timestamp: 3,
  };
}

function refused(text: string): ToolCall {
  return { ...call('a', 'read', {}), argumentsError: `It is not JSON\n\nReceived arguments:\n${text}` };
}

/** The messages that an OpenAI-compatible server is sent, without the system prompt. */
async function openai(...messages: readonly Message[]): Promise<unknown> {
  await using server = await modelServer({ chunks: [sse(delta({}, 'stop'), '[DONE]')] });
  await piModel('openai/test', serverOptions(server.url)).respond(request({ messages }));
  return (server.requests[0]?.body['messages'] as readonly unknown[]).slice(1);
}

async function anthropic(...messages: readonly Message[]): Promise<unknown> {
  await using server = await modelServer({ chunks: [anthropicText('ok')] });
  await piModel('anthropic/test', serverOptions(server.url)).respond(request({ messages }));
  return server.requests[0]?.body['messages'];
}

const wireUser = { role: 'user', content: 'Go on.' };
const wireCall = (id: string, name: string, args: string): object => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});
const wireCalls = (...calls: readonly object[]): object => ({ role: 'assistant', content: null, tool_calls: calls });
const wireResult = (id: string, content: string): object => ({ role: 'tool', content, tool_call_id: id });

describe('a call whose arguments could not be read', () => {
  it.each(['{"label":"Build sheet",', '"hello"', '[1,2]', 'null', '5'])(
    'goes back to an OpenAI-compatible server with an object, beside its result: %s (B28, B29)',
    async (text) => {
      expect(await openai(user, assistant([refused(text)]), result('a', 'Not JSON.'))).toEqual([
        wireUser,
        wireCalls(wireCall('a', 'read', '{}')),
        wireResult('a', 'Not JSON.'),
      ]);
    },
  );

  it('goes back to an Anthropic-compatible server with an object, beside its result (B28, B29)', async () => {
    const cache_control = { type: 'ephemeral' };
    expect(await anthropic(user, assistant([refused('{"label":')]), result('a', 'Not JSON.'))).toEqual([
      wireUser,
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read', input: {} }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'a', content: 'Not JSON.', is_error: false, cache_control }],
      },
    ]);
  });
});

describe('the transcript on the wire', () => {
  it('gives repeated and empty ids names of their own, the same each time (B24)', async () => {
    const calls = [call('dup', 'read', { n: 1 }), call('', 'read', { n: 2 }), call('dup', 'read', { n: 3 })];
    const transcript = [
      user,
      assistant(calls),
      result('dup', 'one'),
      result('', 'two'),
      result('dup', 'three'),
      assistant([call('dup', 'read', { n: 4 })]),
      result('dup', 'four'),
    ];
    const expected = [
      wireUser,
      wireCalls(
        wireCall('dup', 'read', '{"n":1}'),
        wireCall('call_1_1', 'read', '{"n":2}'),
        wireCall('call_1_2', 'read', '{"n":3}'),
      ),
      wireResult('dup', 'one'),
      wireResult('call_1_1', 'two'),
      wireResult('call_1_2', 'three'),
      wireCalls(wireCall('call_5_0', 'read', '{"n":4}')),
      wireResult('call_5_0', 'four'),
    ];
    expect([await openai(...transcript), await openai(...transcript)]).toEqual([expected, expected]);
  });

  it('leaves out failed requests with their results, and results without a call', async () => {
    const failed = assistant([call('b', 'read', {})], { stopReason: 'error', errorMessage: 'no' });
    const stopped = assistant([{ type: 'text', text: 'I' }], { stopReason: 'aborted' });
    expect(await openai(user, result('x', 'lost'), failed, result('b', 'lost too'), stopped, user)).toEqual([
      wireUser,
      wireUser,
    ]);
  });

  it('makes names safe that the model made up', async () => {
    expect(await openai(user, assistant([call('a', 'my tool!', {})]), result('a', 'Not found.'))).toEqual([
      wireUser,
      wireCalls(wireCall('a', 'my_tool_', '{}')),
      wireResult('a', 'Not found.'),
    ]);
  });
});
