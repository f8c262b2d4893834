/** Messages as the reference model writes them: one line each, without texts, times and ids of no interest. */
import { resultKind } from '../../../../src/core/errors.ts';
import { noUsage } from '../../../../src/core/failures.ts';
import type { AssistantMessage, Message, ToolCall } from '../../../../src/core/messages.ts';
import type { AskedCall, Reply } from './reference-session.ts';

/** @param session whose id stands before the text of every user message */
export function lineOf(message: Message, session: string): string {
  switch (message.role) {
    case 'user': {
      const { content } = message;
      const text = typeof content === 'string' ? content : content[0]?.type === 'text' ? content[0].text : '';
      return `user: ${text.replace(`${session} `, '')}`;
    }
    case 'assistant': {
      const calls = message.content.flatMap((block) => (block.type === 'toolCall' ? [block] : []));
      return `assistant ${message.stopReason}: ${calls.map((call) => `${toolOf(call)} "${call.id}"`).join(', ')}`;
    }
    case 'toolResult':
      return `result of "${message.toolCallId}": ${resultKind(message.details) ?? (message.isError ? 'error' : 'ok')}`;
  }
}

const toolOf = ({ name, arguments: args }: ToolCall) => (typeof args['n'] === 'string' ? 'badly' : name);

/** What the model answers with; `badly` is a call of `work` with arguments that do not fit. */
export function assistantMessage(reply: Exclude<Reply, { kind: 'failure' }>): AssistantMessage {
  const from = { api: 'turnkeeper', provider: 'turnkeeper', model: 'the test' };
  const content: AssistantMessage['content'] =
    reply.kind === 'text' ? [{ type: 'text', text: 'ok' }] : reply.calls.map(callBlock);
  const stopReason = reply.kind === 'text' ? 'stop' : reply.kind === 'cut' ? 'length' : 'toolUse';
  return { role: 'assistant', content, ...from, usage: noUsage, stopReason, timestamp: Date.now() };
}

function callBlock({ id, tool }: AskedCall, index: number): ToolCall {
  return tool === 'badly'
    ? { type: 'toolCall', id, name: 'work', arguments: { n: `${index} of them` } }
    : { type: 'toolCall', id, name: tool, arguments: { n: index } };
}
