/** Reads arguments that a person writes for a call. What cannot be read is refused; nothing is guessed. */
import type { JsonObject } from '../core/json.ts';
import { oneSentence } from './explain-failure.ts';

export type ReadArguments =
  { readonly kind: 'read'; readonly args: JsonObject } | { readonly kind: 'refused'; readonly why: string };

export function readArguments(text: string): ReadArguments {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { kind: 'read', args: value as JsonObject }
      : { kind: 'refused', why: 'they are no JSON object' };
  } catch (error) {
    const why = oneSentence(error instanceof Error ? error.message : String(error));
    return { kind: 'refused', why: `they are not JSON (${why})` };
  }
}
