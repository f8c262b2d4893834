/**
 * Looks at every request before it is sent: what a server of a model would refuse whole never leaves. It mends by
 * leaving out, says what it left out, and never touches what is stored.
 *
 * R1. A message whose calls do not all have their results directly after it is left out, with those results.
 * R2. A result that answers no call of the message before it, or one that has its result, is left out.
 * R3. Results stand in the order of their calls.
 * R4. The user begins: what stands before the first user message is left out. If there is none, the newest one of the
 *     conversation is put in front instead.
 */
import { toolCalls } from './batch-rules.ts';
import { limits } from './limits.ts';
import type { Group } from './message-groups.ts';
import { groupsOf } from './message-groups.ts';
import type { AssistantMessage, Message, ToolResultMessage } from './messages.ts';

export interface CheckedRequest {
  readonly messages: readonly Message[];
  /** What was done to it, one sentence each; bounded. Names of tools and ids are as the model gave them. */
  readonly notes: readonly string[];
}

interface CheckedGroup {
  readonly messages: readonly Message[];
  readonly notes: readonly string[];
}

/** @param conversation what `messages` were made of; a user message that must stand in front is taken from it */
export function checkedRequest(messages: readonly Message[], conversation: readonly Message[]): CheckedRequest {
  const groups = groupsOf(messages).map(checkedGroup);
  const paired = { messages: groups.flatMap((group) => group.messages), notes: groups.flatMap(({ notes }) => notes) };
  const opened = withOpening(paired, conversation);
  const more = opened.notes.length - limits.requestNotes;
  return more <= 0
    ? opened
    : { ...opened, notes: [...opened.notes.slice(0, limits.requestNotes), `and ${String(more)} more of the kind`] };
}

function checkedGroup(group: Group): CheckedGroup {
  const [first, ...results] = group;
  if (first.role === 'user') return { messages: group, notes: [] };
  if (first.role === 'assistant') return paired(first, results as readonly ToolResultMessage[]);
  return { messages: [], notes: [`${namedResult(first)} was left out: its call is not there`] };
}

function paired(message: AssistantMessage, results: readonly ToolResultMessage[]): CheckedGroup {
  const waiting = [...results];
  const calls = toolCalls(message);
  const answers = calls.flatMap(({ id }) => {
    const at = waiting.findIndex(({ toolCallId }) => toolCallId === id);
    return at === -1 ? [] : waiting.splice(at, 1);
  });
  const orphans = waiting.map(
    (result) =>
      `${namedResult(result)} was left out: the message before it has no such call, or the call has its result`,
  );
  if (answers.length === calls.length) return { messages: [message, ...answers], notes: orphans };
  const lost = `${String(calls.length - answers.length)} of its ${String(calls.length)} calls`;
  const names = calls.map(({ name }) => name).join(', ');
  const note = `a message that calls ${names} was left out with its results: ${lost} had no result directly after it`;
  return { messages: [], notes: [note.slice(0, limits.requestNote), ...orphans] };
}

function withOpening({ messages, notes }: CheckedGroup, conversation: readonly Message[]): CheckedRequest {
  const first = messages.findIndex(({ role }) => role === 'user');
  if (first === 0 || messages.length === 0) return { messages, notes };
  if (first > 0) {
    const note = `${String(first)} of its messages were left out: they stood before the first user message`;
    return { messages: messages.slice(first), notes: [...notes, note] };
  }
  const user = conversation.findLast(({ role }) => role === 'user');
  if (user === undefined) return { messages, notes };
  return { messages: [user, ...messages], notes: [...notes, 'the newest user message was put in front of it'] };
}

function namedResult({ toolName, toolCallId }: ToolResultMessage): string {
  return `the result of ${toolName} (${toolCallId})`.slice(0, limits.requestNote);
}
