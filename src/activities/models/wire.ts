/**
 * Our transcript as pi-ai's request context. What a server would refuse must never leave here: results without a call,
 * calls whose ids are empty or repeat, arguments that are no object, messages of failed requests.
 */
import type * as Pi from '@earendil-works/pi-ai';
import type { AssistantMessage, Message, ToolCall, ToolResultMessage } from '../../core/messages.ts';
import type { OfferedTool } from '../../core/model.ts';
import { isObject } from './fault.ts';

interface WaitingCall {
  readonly id: string;
  readonly wireId: string;
  readonly name: string;
}

/** The model that is asked. */
type Target = Pick<Pi.Model<Pi.Api>, 'provider' | 'api' | 'id'>;

/** Pure and deterministic: the same transcript gives the same request to the same model, ids included. */
export function toContext(
  systemPrompt: string,
  messages: readonly Message[],
  { tools, target }: { readonly tools: readonly OfferedTool[]; readonly target: Target },
): Pi.Context {
  return {
    systemPrompt,
    messages: wireMessages(messages, target),
    tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
  };
}

function wireMessages(messages: readonly Message[], target: Target): Pi.Message[] {
  const wire: Pi.Message[] = [];
  const used = new Set<string>();
  let waiting: WaitingCall[] = [];
  for (const [at, message] of messages.entries()) {
    switch (message.role) {
      case 'user': {
        const { content } = message;
        wire.push({
          ...message,
          content: typeof content === 'string' ? content : content.map((block) => ({ ...block })),
        });
        break;
      }
      case 'assistant': {
        waiting = [];
        if (message.stopReason === 'error' || message.stopReason === 'aborted') break;
        const content = message.content.map((block, index) => {
          if (block.type !== 'toolCall') return { ...block };
          const id = isFit(block.id, message, target) ? block.id : '';
          const wireId = freeId(id, used, `call_${at}_${index}`);
          const name = wireName(block.name);
          waiting.push({ id: block.id, wireId, name });
          return wireCall(block, wireId, name);
        });
        wire.push(wireAssistant(message, content));
        break;
      }
      case 'toolResult': {
        const call = waiting.find(({ id }) => id === message.toolCallId);
        if (call === undefined) break;
        waiting = waiting.filter((other) => other !== call);
        wire.push(wireResult(message, call));
        break;
      }
    }
  }
  return wire;
}

/**
 * May the id of a call of `message` go to `target`? pi-ai cuts the long ids of other models short, after which two may be
 * the same; ids of two parts (`call|item`) it takes care of where the provider and its API stay the same.
 */
function isFit(id: string, message: AssistantMessage, target: Target): boolean {
  if (/^[a-zA-Z0-9_-]{0,40}$/.test(id)) return true;
  if (message.provider !== target.provider || message.api !== target.api) return false;
  return message.model === target.id || id.includes('|');
}

/** The provider's own id if it is not empty and still free, else one made from the place of the call. */
function freeId(id: string, used: Set<string>, made: string): string {
  let free = id === '' || used.has(id) ? made : id;
  while (used.has(free)) free = `${free}_`;
  used.add(free);
  return free;
}

/** Names that a model made up go back in the form that every provider accepts. */
function wireName(name: string): string {
  const safe = name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64);
  return safe === '' ? 'unnamed' : safe;
}

function wireCall(call: ToolCall, id: string, name: string): Pi.ToolCall {
  const { argumentsError, argumentsBytes: _ours, ...rest } = call;
  const usable = argumentsError === undefined && isObject(call.arguments);
  return { ...rest, id, name, arguments: usable ? (call.arguments as Pi.JsonObject) : {} };
}

function wireAssistant(message: AssistantMessage, content: Pi.AssistantMessage['content']): Pi.AssistantMessage {
  const { usage } = message;
  return { ...message, content, usage: { ...usage, cost: { ...usage.cost } } };
}

function wireResult(message: ToolResultMessage, call: WaitingCall): Pi.ToolResultMessage {
  const { content, isError, timestamp } = message;
  return {
    role: 'toolResult',
    toolCallId: call.wireId,
    toolName: call.name,
    content: resultContent(content),
    isError,
    timestamp,
  };
}

/** Servers refuse blocks of text that say nothing, and some a result without any. */
function resultContent(content: ToolResultMessage['content']): Pi.ToolResultMessage['content'] {
  const said = content.filter((block) => block.type === 'image' || saysSomething(block.text));
  return said.length === 0 ? [{ type: 'text', text: '(no output)' }] : said.map((block) => ({ ...block }));
}

/** A tool may have left the text out. */
function saysSomething(text: unknown): boolean {
  return typeof text === 'string' && text.trim() !== '';
}
