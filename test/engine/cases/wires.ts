/**
 * The two forms in which models are spoken to, for tests that look at what is really sent: the product's adapter, answers
 * of a played server, and the strict rules for its requests.
 */
import { piModel } from '../../../src/activities/models/pi.ts';
import type { Model } from '../../../src/core/model.ts';
import type { ToolCall } from '../../../src/core/messages.ts';
import { anthropicViolations } from '../../strict-requests/anthropic.ts';
import { openaiViolations } from '../../strict-requests/openai.ts';
import type { Json, Violation } from '../../strict-requests/rules.ts';
import {
  anthropicText,
  blockDelta,
  blockStart,
  blockStop,
  events,
  messageDelta,
  messageStart,
  messageStop,
} from '../../unit/models/anthropic-events.ts';
import { delta, pieces, serverOptions, sse } from '../../unit/models/ask.ts';
import type { ModelServer, PlayedAnswer } from '../../unit/models/openai-server.ts';

export interface Wire {
  readonly name: string;
  model(server: Pick<ModelServer, 'url'>): Model;
  says(text: string): PlayedAnswer;
  asks(...calls: readonly ToolCall[]): PlayedAnswer;
  violations(body: Json): readonly Violation[];
}

const openai: Wire = {
  name: 'OpenAI',
  model: ({ url }) => piModel('openai/test', serverOptions(url)),
  says: (text) => ({ chunks: [sse(delta({ content: text }), delta({}, 'stop'), '[DONE]')] }),
  asks: (...calls) => ({
    chunks: [
      sse(
        ...calls.map(({ id, name, arguments: args }, index) => pieces({ index, id, name, args: JSON.stringify(args) })),
        delta({}, 'tool_calls'),
        '[DONE]',
      ),
    ],
  }),
  violations: openaiViolations,
};

const anthropic: Wire = {
  name: 'Anthropic',
  model: ({ url }) => piModel('anthropic/test', serverOptions(url)),
  says: (text) => ({ chunks: [anthropicText(text)] }),
  asks: (...calls) => ({
    chunks: [
      events(
        messageStart,
        ...calls.flatMap(({ id, name, arguments: args }, index) => [
          blockStart(index, { type: 'tool_use', id, name, input: {} }),
          blockDelta(index, { type: 'input_json_delta', partial_json: JSON.stringify(args) }),
          blockStop(index),
        ]),
        messageDelta('tool_use'),
        messageStop,
      ),
    ],
  }),
  violations: anthropicViolations,
};

export const wires: readonly Wire[] = [openai, anthropic];

/** Everything that its rules refuse in the requests that a server got. */
export function refusedBy(wire: Wire, { requests }: Pick<ModelServer, 'requests'>): readonly string[] {
  return requests.flatMap(({ body }, request) =>
    wire.violations(body).map(({ rule, at, said }) => `request ${request}: ${rule} at ${at}: ${said}`),
  );
}

/** What a request says, message by message, in one form for both: roles, calls by id, results by the id they answer. */
export function outline({ body }: ModelServer['requests'][number]): readonly string[] {
  const messages = body['messages'] as readonly Json[];
  return messages.flatMap((message): readonly string[] => {
    const { role, content } = message;
    if (role === 'system') return [];
    if (role === 'tool') return [`result ${String(message['tool_call_id'])}: ${String(content)}`];
    const calls = (message['tool_calls'] as readonly Json[] | undefined)?.map(({ id }) => `call ${String(id)}`) ?? [];
    const blocks =
      typeof content === 'string' ? [{ type: 'text', text: content }] : ((content ?? []) as readonly Json[]);
    return [
      ...blocks.map((block) => {
        if (block['type'] === 'tool_use') return `call ${String(block['id'])}`;
        if (block['type'] === 'tool_result')
          return `result ${String(block['tool_use_id'])}: ${String(block['content'])}`;
        return `${String(role)}: ${String(block['text'] ?? block['type'])}`;
      }),
      ...calls,
    ];
  });
}
