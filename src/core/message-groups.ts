/**
 * The parts of a conversation that belong together: an assistant message with its results is one, a user message is one.
 * Whatever shortens a conversation takes whole groups; it must never cut one.
 */
import type { Message } from './messages.ts';

export type Group = readonly [Message, ...Message[]];

/** All of them, in order. A result without an assistant message right before it and its siblings is a group of its own. */
export function groupsOf(messages: readonly Message[]): readonly Group[] {
  const groups: [Message, ...Message[]][] = [];
  for (const message of messages) {
    const last = groups.at(-1);
    if (message.role === 'toolResult' && last?.[0].role === 'assistant') last.push(message);
    else groups.push([message]);
  }
  return groups;
}
