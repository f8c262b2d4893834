/**
 * The filter for APIs whose end marks pi-ai itself checks: it refuses data that is not JSON, cleans up the framing, and
 * keeps the argument texts of OpenAI's Responses API. It must never change an event.
 */
import { isObject } from './fault.ts';
import { parseEvent, type StreamFilter } from './stream-filter.ts';

/** Makes a filter for one answer. */
export function framingFilter(): StreamFilter {
  const texts = new Map<unknown, string>();
  return {
    reads: 'event streams',
    ended: false,
    outcome: undefined,
    get argumentTexts() {
      return [...texts.values()];
    },
    push(event) {
      if (event.data === '[DONE]') return [event];
      const body = parseEvent(event);
      if (!isObject(body) || !isObject(body['item']) || body['item']['type'] !== 'function_call') return [event];
      const { arguments: text } = body['item'];
      texts.set(body['output_index'], typeof text === 'string' ? text : '');
      return [event];
    },
    end: () => [],
  };
}
