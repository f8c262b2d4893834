/** How much of a request a message is: what the model reads of it, not what programs keep with it. */
import type { Message } from './messages.ts';
import { jsonBytes } from './plain-json.ts';

/** Bytes of UTF-8 of the contents as JSON; images count with their base64. */
export function shownBytes(messages: readonly Message[]): number {
  return messages.reduce((sum, { content }) => sum + jsonBytes(content), 0);
}
