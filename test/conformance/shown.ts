/**
 * Messages and events in the form in which the reference's were recorded: without times, usage, ids and other things
 * that each side makes itself. Nothing here compares.
 */
import type { AgentEvent } from '../../src/client/index.ts';
import type { JsonObject, Message, ToolResultMessage } from '../../src/core/index.ts';

const own = ['timestamp', 'usage', 'api', 'provider', 'model', 'responseId', 'responseModel', 'diagnostics'];

/** Empty details, and those that only Turnkeeper writes, count as absent. */
export function shownMessage(message: Message): JsonObject {
  const { details, ...rest } = message as Message & Partial<Pick<ToolResultMessage, 'details'>>;
  const kept = shownDetails(details);
  const members = Object.entries(rest).filter(([key]) => !own.includes(key));
  return plain({ ...Object.fromEntries(members), ...(kept === undefined ? {} : { details: kept }) });
}

function shownDetails(details: unknown): unknown {
  if (typeof details !== 'object' || details === null || Array.isArray(details)) return details;
  const rest = Object.fromEntries(Object.entries(details).filter(([key]) => key !== 'turnkeeper'));
  return Object.keys(rest).length === 0 ? undefined : rest;
}

export function shownEvent(event: AgentEvent): JsonObject {
  const { type } = event;
  switch (type) {
    case 'message_start':
      return { type, message: { role: event.message.role } };
    case 'message_end':
      return { type, message: shownMessage(event.message) };
    case 'tool_execution_start':
      return plain({ type, toolCallId: event.toolCallId, toolName: event.toolName, args: event.args });
    case 'tool_execution_update': {
      const [first] = event.partial.content;
      return plain({ type, toolCallId: event.toolCallId, text: first?.type === 'text' ? first.text : undefined });
    }
    case 'tool_execution_end': {
      const { toolCallId, toolName, isError, result } = event;
      return plain({ type, toolCallId, toolName, isError, content: result.content });
    }
    case 'turn_end':
      return { type, toolResults: event.toolResults.map((result) => result.toolCallId) };
    default:
      return { type };
  }
}

/** Without undefined members. */
function plain(value: unknown): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
