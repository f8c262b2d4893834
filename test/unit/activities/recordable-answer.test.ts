import { describe, expect, it } from 'vitest';
import { recordableAnswer } from '../../../src/activities/recordable-answer.ts';
import { noUsage } from '../../../src/core/failures.ts';
import { limits } from '../../../src/core/limits.ts';
import type { AssistantMessage, ToolCall } from '../../../src/core/messages.ts';

const call = (id: string, text: string): ToolCall => ({ type: 'toolCall', id, name: 'write', arguments: { text } });

const answer = (...content: AssistantMessage['content']): AssistantMessage => ({
  role: 'assistant',
  content,
  api: 'test',
  provider: 'test',
  model: 'test',
  usage: noUsage,
  stopReason: 'toolUse',
  timestamp: 1_700_000_000_000,
});

const callsOf = (recorded: ReturnType<typeof recordableAnswer>): readonly ToolCall[] =>
  recorded.kind === 'message' ? recorded.message.content.filter((block) => block.type === 'toolCall') : [];

describe('an answer that is to be recorded', () => {
  it.each([-1, 0, 1])('keeps its arguments up to the limit %i', (more) => {
    const frame = JSON.stringify(answer(call('a', ''))).length;
    const recorded = recordableAnswer(answer(call('a', 'x'.repeat(limits.payloadBytes - frame + more))));
    expect(callsOf(recorded).map(({ argumentsBytes }) => argumentsBytes)).toEqual([
      more > 0 ? limits.payloadBytes - frame + more + '{"text":""}'.length : undefined,
    ]);
  });

  it('loses the largest arguments first, and no more than it must', () => {
    const recorded = recordableAnswer(
      answer(call('a', 'x'.repeat(500_000)), call('b', 'x'.repeat(1_500_000)), call('c', 'x'.repeat(600_000))),
    );
    expect(callsOf(recorded).map(({ id, arguments: args }) => [id, Object.keys(args).length])).toEqual([
      ['a', 1],
      ['b', 0],
      ['c', 1],
    ]);
  });

  it('is unfit if its text alone is too large', () => {
    const recorded = recordableAnswer(answer({ type: 'text', text: 'x'.repeat(2_000_000) }, call('a', 'x')));
    expect(recorded).toMatchObject({
      kind: 'unfit',
      problem: expect.stringContaining('too large to be recorded') as string,
    });
  });
});
