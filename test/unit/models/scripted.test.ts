/**
 * What a scripted model promises to tests and examples.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { modelFailure } from '../../../src/activities/models/failure.ts';
import { scripted } from '../../../src/activities/models/scripted.ts';
import type { AssistantMessage, Message } from '../../../src/core/messages.ts';
import type { ModelDelta, ModelRequest } from '../../../src/core/model.ts';
import { failureOf } from './ask.ts';

const usage = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

const now = 1_700_000_000_000;

function answer(part: Partial<AssistantMessage>): AssistantMessage {
  return {
    role: 'assistant',
    content: [],
    api: 'scripted',
    provider: 'scripted',
    model: 'scripted',
    usage,
    stopReason: 'stop',
    timestamp: now,
    ...part,
  };
}

const user: Message = { role: 'user', content: 'Go on.', timestamp: 1 };

function request(messages: readonly Message[], part: Partial<ModelRequest> = {}): ModelRequest {
  return { systemPrompt: 'Be brief.', messages, tools: [], signal: new AbortController().signal, ...part };
}

beforeEach(() => {
  vi.useFakeTimers({ now });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a scripted model', () => {
  it('answers with the step that the number of assistant messages names', async () => {
    const call = { type: 'toolCall', id: 'call_1', name: 'read', arguments: { path: 'a' } } as const;
    const model = scripted([{ content: [call] }, 'Done.', { content: [], stopReason: 'length' }]);
    const first = await model.respond(request([user]));
    const second = await model.respond(request([user, first]));
    const third = await model.respond(request([user, first, second]));
    expect([first, second, third]).toEqual([
      answer({ content: [call], stopReason: 'toolUse' }),
      answer({ content: [{ type: 'text', text: 'Done.' }] }),
      answer({ stopReason: 'length' }),
    ]);
  });

  it('gives the same answer to the same request, however often it is asked', async () => {
    const model = scripted(['one', 'two']);
    const asked = request([user]);
    expect([await model.respond(asked), await model.respond(asked), await scripted(['one']).respond(asked)]).toEqual(
      Array.from({ length: 3 }, () => answer({ content: [{ type: 'text', text: 'one' }] })),
    );
  });

  it('ends a request past the last step with an error that tells the length of the script', async () => {
    const model = scripted(['one']);
    const first = await model.respond(request([user]));
    expect(await model.respond(request([user, first]))).toEqual(
      answer({ stopReason: 'error', errorMessage: 'The script has 1 message; request 2 was not expected.' }),
    );
  });

  it('hands the context to a step that is a function', async () => {
    const seen: unknown[] = [];
    const tools = [{ name: 'read', description: 'Reads.', parameters: { type: 'object' } }];
    const model = scripted([
      async ({ systemPrompt, messages, tools: offered, position, attempt }) => {
        seen.push({ systemPrompt, messages, offered, position, attempt });
        return 'ok';
      },
    ]);
    await model.respond(request([user], { tools }));
    await model.respond(request([user], { tools }));
    const context = { systemPrompt: 'Be brief.', messages: [user], offered: tools, position: 0 };
    expect(seen).toEqual([
      { ...context, attempt: 1 },
      { ...context, attempt: 2 },
    ]);
  });

  it('fails the request for an error step, and for a function that throws, as retryable unless marked', async () => {
    const failures = scripted([
      ({ attempt }) => {
        if (attempt === 1) throw new Error('line cut');
        if (attempt === 2) return Object.assign(new Error('no key'), { retryable: false });
        if (attempt === 3) return modelFailure('busy', { retryable: true, status: 429, retryAfterMs: 20_000 });
        return 'answered';
      },
    ]);
    const told = async (): Promise<unknown> => {
      try {
        return await failures.respond(request([user]));
      } catch (error) {
        return failureOf(error);
      }
    };
    expect([await told(), await told(), await told(), await told()]).toEqual([
      { name: 'ModelFailure', message: 'line cut', retryable: true },
      { name: 'ModelFailure', message: 'no key', retryable: false },
      { name: 'ModelFailure', message: 'busy', retryable: true, status: 429, retryAfterMs: 20_000 },
      answer({ content: [{ type: 'text', text: 'answered' }] }),
    ]);
  });

  it('records frozen copies of its requests, failed ones included', async () => {
    const model = scripted([new Error('line cut')]);
    const messages: Message[] = [{ ...user }];
    await model.respond(request(messages, { model: 'openai/other' })).catch(() => undefined);
    messages.push(user);
    expect(model.requests).toEqual([
      { systemPrompt: 'Be brief.', messages: [user], tools: [], model: 'openai/other', position: 0 },
    ]);
    expect(Object.isFrozen(model.requests[0]?.messages[0])).toBe(true);
  });

  it('rejects with the reason of an abort while it waits', async () => {
    const stop = new AbortController();
    const reason = new Error('stopped by the operator');
    const waiting = [
      scripted(['late'], { delayMs: 60_000 }).respond(request([user], { signal: stop.signal })),
      scripted([() => Promise.withResolvers<string>().promise]).respond(request([user], { signal: stop.signal })),
    ].map((respond) => respond.catch((error: unknown) => error));
    stop.abort(reason);
    expect(await Promise.all(waiting)).toEqual([reason, reason]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits as long as the step says', async () => {
    const model = scripted([{ content: [], delayMs: 500 }]);
    const answered = model.respond(request([user]));
    await vi.advanceTimersByTimeAsync(500);
    expect((await answered).timestamp).toBe(now + 500);
  });

  it('sends text and thinking as deltas', async () => {
    const deltas: ModelDelta[] = [];
    const model = scripted([
      {
        content: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text: 'yes' },
        ],
      },
    ]);
    await model.respond(request([user], { onDelta: (delta) => deltas.push(delta) }));
    expect(deltas).toEqual([
      { kind: 'thinking', text: 'hm' },
      { kind: 'text', text: 'yes' },
    ]);
  });
});
