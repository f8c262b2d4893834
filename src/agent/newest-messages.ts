/**
 * A context hook that shows the model the newest part of a conversation. Pure and deterministic; it keeps whole groups
 * and never parts a call from its results.
 */
import { groupsOf } from '../core/message-groups.ts';
import type { Message } from '../core/messages.ts';
import { shownBytes } from '../core/shown-bytes.ts';
import { DefinitionError } from './definition-error.ts';

export interface NewestMessagesOptions {
  /** Bytes of the contents as JSON. Default: no bound. */
  readonly bytes?: number;
  /** Default: no bound. */
  readonly messages?: number;
  /** Whether the conversation's first user message is kept, in front. Default: `if it fits`. */
  readonly first?: 'always' | 'if it fits';
}

/**
 * For an agent's `transformContext`. Always kept: the newest group (an assistant message with all its results is one) and
 * the newest user message, whatever their size; with `first: 'always'` the first user message too. Then as many of the
 * groups before the newest as fit, without gap. What is kept stands in its order and begins with a user message.
 * @throws DefinitionError if no bound is given, or one is no whole number from 1
 */
export function newestMessages(options: NewestMessagesOptions): (messages: readonly Message[]) => readonly Message[] {
  checkBounds(options);
  return (messages) => {
    const opening = messages.find(({ role }) => role === 'user');
    const asked = messages.findLast(({ role }) => role === 'user');
    const groups = groupsOf(messages);
    const kept = new Kept(options, [...(groups.at(-1) ?? []), ...(asked === undefined ? [] : [asked])]);
    if (opening !== undefined) kept.add([opening], options.first ?? 'if it fits');
    for (const group of groups.slice(0, -1).reverse()) {
      if (kept.add(group, 'if it fits') === 'no room') {
        return fromUser(messages.filter((message) => kept.has(message)));
      }
    }
    return messages;
  };
}

/** What is kept so far, and its size: every message is measured once. */
class Kept {
  readonly #bounds: NewestMessagesOptions;
  readonly #messages = new Set<Message>();
  #bytes = 0;

  constructor(bounds: NewestMessagesOptions, messages: readonly Message[]) {
    this.#bounds = bounds;
    this.add(messages, 'always');
  }

  has(message: Message): boolean {
    return this.#messages.has(message);
  }

  add(messages: readonly Message[], when: 'always' | 'if it fits'): 'kept' | 'no room' {
    const { bytes = Infinity, messages: count = Infinity } = this.#bounds;
    const fresh = messages.filter((message) => !this.has(message));
    const size = bytes === Infinity ? 0 : shownBytes(fresh);
    const fits = this.#messages.size + fresh.length <= count && this.#bytes + size <= bytes;
    if (!fits && when === 'if it fits') return 'no room';
    for (const message of fresh) this.#messages.add(message);
    this.#bytes += size;
    return 'kept';
  }
}

/** Servers want the user to begin. */
function fromUser(messages: readonly Message[]): readonly Message[] {
  const begin = messages.findIndex(({ role }) => role === 'user');
  return begin <= 0 ? messages : messages.slice(begin);
}

function checkBounds({ bytes, messages, first }: NewestMessagesOptions): void {
  const where = 'newestMessages';
  if (bytes === undefined && messages === undefined) throw new DefinitionError(`${where} needs bytes or messages.`);
  for (const [name, bound] of Object.entries({ bytes, messages })) {
    if (bound === undefined || (Number.isInteger(bound) && bound >= 1)) continue;
    throw new DefinitionError(`${where}: ${name} must be a whole number from 1 (got ${String(bound)}).`);
  }
  if (first !== undefined && !['always', 'if it fits'].includes(first)) {
    throw new DefinitionError(`${where}: first must be "always" or "if it fits" (got ${JSON.stringify(first)}).`);
  }
}
