/**
 * The built-in tool `read_result`: a part of the text of a stored result of this session. What other sessions stored
 * cannot be read, whatever reference is given.
 */
import type { AgentTool } from '../agent/index.ts';
import { defineTool, readResultOffer } from '../agent/index.ts';
import type { CallResult } from '../core/calls.ts';
import { prefix } from '../core/excerpt.ts';
import { limits } from '../core/limits.ts';
import type { Store } from '../core/store.ts';
import type { ReadResultArgs } from '../core/stored-result.ts';
import { findStored } from '../core/stored-result.ts';
import { textOf } from './bounded-result.ts';

/**
 * @param head the transcript whose stored results may be read
 * @param bytes of text that a result of the agent may have
 */
export function readResult(
  store: Store,
  { head, bytes = limits.resultBytes }: { readonly head: string | null; readonly bytes?: number | undefined },
): AgentTool {
  return defineTool({
    ...readResultOffer,
    replay: 'safe',
    execute: async (_id, params) => {
      const { result, offset = 0, length = limits.readCharacters } = params as unknown as ReadResultArgs;
      const stored = findStored(await store.read(head), result.trim());
      if (stored === undefined) throw new Error(`There is no kept result "${result}" in this session.`);
      const text = textOf(JSON.parse(await store.objects.get(stored.object)) as CallResult);
      if (offset >= text.length && offset > 0) {
        throw new Error(
          `The result has ${String(text.length)} characters: offset ${String(offset)} is behind its end.`,
        );
      }
      // Room for the note; what is read never becomes a kept result itself.
      const part = prefix(text.slice(offset, offset + length), bytes / 2);
      const end = offset + part.length;
      const next = end < text.length ? `; to read on: offset ${String(end)}` : '; this is its end';
      const note = `[Characters ${String(offset)} to ${String(end)} of ${String(text.length)}${next}.]`;
      return { content: [{ type: 'text', text: `${note}\n${part}` }] };
    },
  });
}
