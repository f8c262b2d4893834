/** Is a value a user message? Asked wherever one comes in from outside; what is accepted must be one for ever. */
import type { UserMessage } from './messages.ts';

export function isUserMessage(value: unknown): value is UserMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { role, content, timestamp } = value as Readonly<Record<string, unknown>>;
  const said = typeof content === 'string' || (Array.isArray(content) && content.length > 0 && content.every(isBlock));
  return role === 'user' && typeof timestamp === 'number' && said;
}

function isBlock(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { type, text, data, mimeType } = value as Readonly<Record<string, unknown>>;
  return type === 'text'
    ? typeof text === 'string'
    : type === 'image' && typeof data === 'string' && typeof mimeType === 'string';
}
