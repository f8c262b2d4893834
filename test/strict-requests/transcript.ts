/**
 * What a transcript must hold before it becomes a request: every call has exactly one result, in call order, directly
 * after its assistant message. Results are told apart by their places, as ids may repeat or be empty. The adapter mends
 * what a server would refuse; this one does not let it.
 */
import type { Message } from '../../src/core/messages.ts';
import type { Violation } from './rules.ts';
import { isObject } from './rules.ts';

export function transcriptViolations(transcript: readonly Message[]): readonly Violation[] {
  const found: Violation[] = [];
  const refuse = (rule: string, at: number, said: string) => void found.push({ rule, at: String(at), said });
  let waiting: { readonly id: string; readonly name: string }[] = [];
  const close = (at: number): void => {
    for (const { name } of waiting) refuse('answered', at, `a call of "${name}" has no result before this message`);
    waiting = [];
  };
  for (const [at, message] of transcript.entries()) {
    if (message.role === 'toolResult') {
      const call = waiting.shift();
      if (call === undefined) refuse('orphan', at, 'a result without a call');
      else if (call.id !== message.toolCallId || call.name !== message.toolName) {
        refuse('call-order', at, `the result of "${message.toolName}" where that of "${call.name}" belongs`);
      }
      if (!Array.isArray(message.content)) refuse('result-content', at, 'the content of a result is a list');
      continue;
    }
    close(at);
    if (message.role !== 'assistant') continue;
    const calls = message.content.filter((block) => block.type === 'toolCall');
    waiting = [...calls];
    for (const call of calls) {
      if (!isObject(call.arguments)) refuse('call-arguments', at, `the arguments of "${call.name}" are no object`);
    }
  }
  close(transcript.length);
  return found;
}
