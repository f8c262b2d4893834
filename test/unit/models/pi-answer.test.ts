/**
 * What a real model's answer becomes, over HTTP, against a server that plays OpenAI's events.
 */
import { describe, expect, it } from 'vitest';
import { piModel } from '../../../src/activities/models/pi.ts';
import type { ModelDelta } from '../../../src/core/model.ts';
import { ask, call, delta, key, pieces, request, serverOptions, sse, tool } from './ask.ts';
import { modelServer } from './openai-server.ts';

const text = (...parts: readonly string[]): string => sse(...parts.map((part) => delta({ content: part })));
const end = sse(delta({}, 'stop'), '[DONE]');

describe('an answer', () => {
  it('streams text and counts tokens', async () => {
    const usage = { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 };
    const chunks = [text('Hel', 'lo'), sse(delta({}, 'stop'), { choices: [], usage }, '[DONE]')];
    await using server = await modelServer({ chunks });
    const deltas: ModelDelta[] = [];
    const started = Date.now();
    const answer = await piModel('openai/test', serverOptions(server.url)).respond(
      request({ onDelta: (seen) => deltas.push(seen) }),
    );
    expect({ ...answer, timestamp: answer.timestamp >= started }).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'Hello' }],
      api: 'openai-completions',
      provider: 'openai',
      model: 'test',
      usage: {
        input: 7,
        output: 2,
        cacheRead: 0,
        cacheWrite: 0,
        totalTokens: 9,
        cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
      },
      stopReason: 'stop',
      rawStopReason: 'stop',
      responseId: 'chat_1',
      timestamp: true,
    });
    expect(deltas).toEqual([
      { kind: 'text', text: 'Hel' },
      { kind: 'text', text: 'lo' },
    ]);
  });

  it('asks once, with the prompt, the tools and the key from the environment', async () => {
    await using server = await modelServer({ chunks: [text('ok'), end] });
    await piModel('openai/test', serverOptions(server.url)).respond(request({ tools: [tool('read', ['path'])] }));
    const { path, headers, body } = server.requests[0] ?? { path: '', headers: {}, body: {} };
    expect(server.requests.length).toBe(1);
    expect({ path, authorization: headers.authorization, body }).toEqual({
      path: '/v1/chat/completions',
      authorization: `Bearer ${key}`,
      body: {
        model: 'test',
        stream: true,
        stream_options: { include_usage: true },
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Go on.' },
        ],
        tools: [
          {
            type: 'function',
            function: {
              name: 'read',
              description: 'Does read.',
              parameters: { type: 'object', properties: {}, required: ['path'] },
            },
          },
        ],
      },
    });
  });

  it('holds a tool call that came in pieces', async () => {
    const asked = await ask({
      chunks: [
        sse(pieces({ index: 0, id: 'call_42', type: 'function', name: 'read', args: '' })),
        sse(
          pieces({ index: 0, args: '{"path":' }),
          pieces({ index: 0, args: '"a"}' }),
          delta({}, 'tool_calls'),
          '[DONE]',
        ),
      ],
    });
    expect(asked).toEqual({
      result: {
        content: [call('call_42', 'read', { path: 'a' })],
        stopReason: 'toolUse',
        rawStopReason: 'tool_calls',
      },
      sent: 1,
    });
  });

  it('keeps the ids of a provider that repeats them or leaves them empty', async () => {
    const chunk = pieces(
      { index: 0, id: 'dup', name: 'read', args: '{"n":1}' },
      { index: 1, id: 'dup', name: 'read', args: '{"n":2}' },
      { index: 2, id: '', name: 'write', args: '{}' },
    );
    const { result } = await ask({ chunks: [sse(chunk, delta({}, 'tool_calls'), '[DONE]')] });
    expect(result).toEqual({
      content: [call('dup', 'read', { n: 1 }), call('dup', 'read', { n: 2 }), call('', 'write', {})],
      stopReason: 'toolUse',
      rawStopReason: 'tool_calls',
    });
  });

  it('is taken from a server that does not stream', async () => {
    const message = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'a', function: { name: 'read', arguments: '' } }],
    };
    const body = JSON.stringify({ id: 'x', choices: [{ index: 0, message, finish_reason: 'tool_calls' }] });
    const { result } = await ask({ headers: { 'content-type': 'application/json' }, chunks: [body] });
    expect(result).toEqual({ content: [call('a', 'read', {})], stopReason: 'toolUse', rawStopReason: 'tool_calls' });
  });
});
