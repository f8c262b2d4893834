/** Transcripts with a fault each, and what the product's adapter makes of faultless and of strange ones. */
import { expect, it } from 'vitest';
import { noUsage } from '../../../src/core/failures.ts';
import type { AssistantMessage, Message, StopReason, ToolCall, ToolResultMessage } from '../../../src/core/messages.ts';
import { transcriptViolations } from '../../strict-requests/transcript.ts';
import { strictChecker } from '../../strict-requests/wire-requests.ts';
import { tool } from '../models/ask.ts';

const user: Message = { role: 'user', content: [{ type: 'text', text: 'go' }], timestamp: 1 };
const call = (id: string, name = 'read', args: ToolCall['arguments'] = {}): ToolCall => ({
  type: 'toolCall',
  id,
  name,
  arguments: args,
});

function asks(content: AssistantMessage['content'], stopReason: StopReason = 'toolUse'): AssistantMessage {
  const from = { api: 'responses', provider: 'elsewhere', model: 'other' };
  return { role: 'assistant', content, ...from, usage: noUsage, stopReason, timestamp: 2 };
}

function result(toolCallId: string, text = 'ok', toolName = 'read'): ToolResultMessage {
  const content = [{ type: 'text' as const, text }];
  return { role: 'toolResult', toolCallId, toolName, content, isError: false, timestamp: 3 };
}

const rules = (transcript: readonly Message[]) => transcriptViolations(transcript).map(({ rule }) => rule);

it('a transcript is faultless if every call has its result, whatever the ids', () => {
  const calls = [call('dup'), call(''), call('dup')];
  expect(rules([user, asks(calls), result('dup'), result(''), result('dup'), user, asks([])])).toEqual([]);
});

it.each<[string, string, readonly Message[]]>([
  ['answered', 'a call without a result at the end', [user, asks([call('a')])]],
  ['answered', 'a call without a result before a prompt', [user, asks([call('a'), call('b')]), result('a'), user]],
  ['orphan', 'a result without a call', [user, result('a')]],
  ['orphan', 'a second result', [user, asks([call('a')]), result('a'), result('a')]],
  ['call-order', 'the id of another call', [user, asks([call('a')]), result('b')]],
  ['call-order', 'the name of another tool', [user, asks([call('a')]), result('a', 'ok', 'write')]],
  ['call-arguments', 'arguments that are a text', [user, asks([call('a', 'read', '{}' as never)]), result('a')]],
  ['result-content', 'a content that is a text', [user, asks([call('a')]), { ...result('a'), content: 'ok' as never }]],
])('only the rule "%s" refuses %s', (rule, _title, transcript) => {
  expect(rules(transcript)).toEqual([rule]);
});

it.each<[string, readonly Message[]]>([
  ['a prompt', [user]],
  [
    'repeated and empty ids',
    [user, asks([call('dup'), call(''), call('dup')]), result('dup'), result(''), result('dup')],
  ],
  [
    'ids of two parts',
    [user, asks([call('call_1|fc_1'), call('call_1|fc_2')]), result('call_1|fc_1'), result('call_1|fc_2')],
  ],
  ['made-up names', [user, asks([call('a', 'my tool!')]), result('a', 'not found', 'my tool!')]],
  ['an empty result', [user, asks([call('a')]), { ...result('a'), content: [] }]],
  ['a result of an empty text', [user, asks([call('a')]), result('a', '')]],
  ['an empty answer', [user, asks([], 'stop'), user]],
  ['a failed request', [user, asks([], 'error'), user]],
  ['an aborted request', [user, asks([], 'aborted'), user]],
])('the adapter sends %s so that both providers take it', async (_title, transcript) => {
  await using checker = await strictChecker();
  expect(await checker.violations(transcript, [tool('read')])).toEqual([]);
});
