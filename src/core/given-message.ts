/** The message that stands for a model's own, where calls are given instead of asked for. */
import { noUsage } from './failures.ts';
import type { AssistantMessage } from './messages.ts';

/** @param at milliseconds since the epoch */
export function givenMessage(content: AssistantMessage['content'], at: number): AssistantMessage {
  return {
    role: 'assistant',
    content,
    api: 'turnkeeper',
    provider: 'turnkeeper',
    model: 'given',
    usage: noUsage,
    stopReason: 'toolUse',
    timestamp: at,
  };
}
