/** Ids of calls that another model made: they reach neither provider in a form that two of them could share. */
import { expect, it } from 'vitest';
import { noUsage } from '../../../src/core/failures.ts';
import type { AssistantMessage, Message, ToolResultMessage } from '../../../src/core/messages.ts';
import { strictChecker } from '../../strict-requests/wire-requests.ts';
import { tool } from '../models/ask.ts';

const user: Message = { role: 'user', content: 'go', timestamp: 1 };

function asks(ids: readonly string[]): AssistantMessage {
  const content = ids.map((id) => ({ type: 'toolCall' as const, id, name: 'read', arguments: {} }));
  const from = { api: 'openai-responses', provider: 'openai', model: 'other' };
  return { role: 'assistant', content, ...from, usage: noUsage, stopReason: 'toolUse', timestamp: 2 };
}

function result(toolCallId: string): ToolResultMessage {
  const content = [{ type: 'text' as const, text: `of ${toolCallId}` }];
  return { role: 'toolResult', toolCallId, toolName: 'read', content, isError: false, timestamp: 3 };
}

const zeros = '0'.repeat(70);

it.each<[string, readonly string[]]>([
  ['begin alike and are long', [`call_${zeros}x`, `call_${zeros}y`]],
  ['have a long second part', [`call_1|fc_${zeros}x`, `call_1|fc_${zeros}y`]],
  ['differ in a character that is not allowed', ['call.1', 'call:1', 'call_1']],
])('ids that %s stay apart, each with its own result (B23)', async (_title, ids) => {
  await using checker = await strictChecker();
  const transcript = [user, asks(ids), ...ids.map(result)];

  expect(await checker.violations(transcript, [tool('read')])).toEqual([]);
  const { openai, anthropic } = await checker.requests(transcript, [tool('read')]);
  const sent = [JSON.stringify(openai), JSON.stringify(anthropic)];
  expect(sent.map((body) => ids.filter((id) => body.includes(`of ${id}`)))).toEqual([ids, ids]);
});
