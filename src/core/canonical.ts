/**
 * The one text form of a JSON value that is hashed (RFC 8785), and the one hash of the house.
 * Runs anywhere, also in the workflow sandbox: no Node API, no clock, no randomness.
 * It must never change what a value hashes to: hashes are stored and compared for years.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import canonicalize from 'canonicalize';

/**
 * The canonical JSON text of a value (RFC 8785): keys sorted by UTF-16 code units, no white space, a key whose value
 * is undefined left out.
 *
 * Half of a surrogate pair, which a model can send as `"\ud83d"` and RFC 8785 has no form for, is written as that
 * lower-case escape: so every value that JSON text can hold has exactly one form.
 *
 * @throws TypeError if the value is not JSON (undefined, a function, NaN, an infinity, a cycle): a bug of the caller.
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalText(value);
  if (text === undefined) throw new TypeError(`canonicalJson: a ${typeof value} is not JSON`);
  return text;
}

/** SHA-256 of the UTF-8 bytes of a well-formed text (canonical JSON always is), as 64 lower-case hex digits. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

function canonicalText(value: unknown): string | undefined {
  try {
    return canonicalize(value);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    if (problem.startsWith('Lone surrogate')) return escapedText(value);
    throw new TypeError(`canonicalJson: ${problem}`, { cause: error });
  }
}

/** The same form for a value with a lone surrogate somewhere; `JSON.stringify` writes that as an escape. */
function escapedText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => escapedText(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new TypeError(`canonicalJson: ${value} is not JSON`);
    return JSON.stringify(value);
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${escapedText(member)}`);
  return `{${members.join(',')}}`;
}
