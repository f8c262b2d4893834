/**
 * A result that is too big for the model, as data: what its message says of the whole, which lies in the store. Pure.
 */

/** Where the whole result lies, and how big it is. */
export interface StoredResult {
  /** SHA-256 of the stored text, in hex: its name in the store. */
  readonly object: string;
  /** Bytes of the stored text. */
  readonly bytes: number;
  /** Characters (UTF-16 units) of the result's text, which {@link ReadResultArgs} pages through. */
  readonly characters: number;
}

/** Arguments of the built-in tool `read_result`. */
export interface ReadResultArgs {
  readonly result: string;
  readonly offset?: number;
  readonly length?: number;
}

export const readResultTool = 'read_result';

/** Characters of an object's name by which the model knows it. */
const SHORT = 16;

export function referenceOf({ object }: StoredResult): string {
  return object.slice(0, SHORT);
}

/** What the details of a result say of its whole; undefined for a result that is complete as it is. */
function storedResult(details: unknown): StoredResult | undefined {
  const mark = member(member(details, 'turnkeeper'), 'stored');
  const [object, bytes, characters] = [member(mark, 'object'), member(mark, 'bytes'), member(mark, 'characters')];
  if (typeof object !== 'string' || !/^[0-9a-f]{64}$/.test(object)) return undefined;
  return typeof bytes === 'number' && typeof characters === 'number' ? { object, bytes, characters } : undefined;
}

/** The stored result among `messages` that a reference means: the beginning of its name, at least 8 characters. */
export function findStored(messages: readonly object[], reference: string): StoredResult | undefined {
  if (reference.length < SHORT / 2) return undefined;
  for (const message of messages) {
    const stored = storedResult(member(message, 'details'));
    if (stored?.object.startsWith(reference) === true) return stored;
  }
  return undefined;
}

/** Is there anything among `messages` for `read_result` to read? */
export function holdsStored(messages: readonly object[]): boolean {
  return messages.some((message) => storedResult(member(message, 'details')) !== undefined);
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
