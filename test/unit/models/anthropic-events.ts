/**
 * Events of Anthropic's messages stream, as text, for tests.
 */

/** Frames events; each is named by its own `type`. */
export function events(...given: readonly AnthropicEvent[]): string {
  return given.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

export interface AnthropicEvent {
  readonly type: string;
  readonly [member: string]: unknown;
}

export const messageStart: AnthropicEvent = {
  type: 'message_start',
  message: { id: 'msg_1', model: 'test', role: 'assistant', content: [], usage: { input_tokens: 3, output_tokens: 1 } },
};

export const messageStop: AnthropicEvent = { type: 'message_stop' };

export function blockStart(index: number, content_block: object): AnthropicEvent {
  return { type: 'content_block_start', index, content_block };
}

export function blockDelta(index: number, delta: object): AnthropicEvent {
  return { type: 'content_block_delta', index, delta };
}

export function blockStop(index: number): AnthropicEvent {
  return { type: 'content_block_stop', index };
}

export function messageDelta(stop_reason: string | null): AnthropicEvent {
  return { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 5 } };
}

/** A whole answer of one text. */
export function anthropicText(text: string): string {
  return events(
    messageStart,
    blockStart(0, { type: 'text', text: '' }),
    blockDelta(0, { type: 'text_delta', text }),
    blockStop(0),
    messageDelta('end_turn'),
    messageStop,
  );
}
