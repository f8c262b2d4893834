/**
 * Keeps a result small enough for the model and for the history: what is too big lies in the store, and the result says
 * so, with its size, its hash, its beginning and its end.
 */
import type { CallResult } from '../core/calls.ts';
import { errorResult } from '../core/errors.ts';
import { excerpt } from '../core/excerpt.ts';
import { limits } from '../core/limits.ts';
import type { ObjectStore } from '../core/objects.ts';
import { jsonBytes } from '../core/plain-json.ts';
import type { StoredResult } from '../core/stored-result.ts';
import { readResultTool, referenceOf } from '../core/stored-result.ts';

/** Bytes that one result may have: of its text, and in all. */
export interface ResultRoom {
  readonly text: number;
  readonly all: number;
}

/**
 * The room of one result among `calls` of its batch: a turn's history holds all of them.
 * @param ofAgent bytes of a result's text, if the agent has a limit of its own
 */
export function resultRoom(calls: number, ofAgent: number = limits.resultBytes): ResultRoom {
  const share = Math.floor(limits.batchBytes / Math.max(1, calls));
  return { text: Math.min(ofAgent, share), all: Math.min(limits.payloadBytes, share) };
}

export function fits(result: CallResult, room: ResultRoom): boolean {
  return Buffer.byteLength(textOf(result)) <= room.text && jsonBytes(result) <= room.all;
}

/** A result that fits, as it is; else its excerpt, after the whole was put into the store. @throws what the store throws */
export async function boundedResult(objects: ObjectStore, result: CallResult, room: ResultRoom): Promise<CallResult> {
  if (fits(result, room)) return result;
  const text = textOf(result);
  const whole = JSON.stringify({
    content: result.content,
    ...(result.details === undefined ? {} : { details: result.details }),
  });
  const bytes = Buffer.byteLength(whole);
  if (bytes > limits.storedBytes) return tooLarge(result, bytes);
  const stored = { object: await objects.put(whole), bytes, characters: text.length };
  const { content: _content, details, ...rest } = result;
  const told: CallResult = { ...rest, content: [{ type: 'text', text: excerptText(result, stored, room) }] };
  const kept = { ...told, details: markedDetails(details, stored) };
  return jsonBytes(kept) <= room.all ? kept : { ...told, details: markedDetails(undefined, stored) };
}

/** All text of a result, block after block. */
export function textOf({ content }: Pick<CallResult, 'content'>): string {
  // A block may lack its text: it is taken as it is.
  return content
    .flatMap((block) => (block.type === 'text' ? [(block.text as string | undefined) ?? ''] : []))
    .join('\n');
}

function excerptText(result: CallResult, stored: StoredResult, room: ResultRoom): string {
  const { head, tail, leftOut } = excerpt(textOf(result), Math.min(limits.excerptBytes, Math.floor(room.text / 2)));
  const reference = referenceOf(stored);
  const images = result.content.filter(({ type }) => type === 'image').length;
  const also = images === 0 ? '' : ` ${String(images)} ${images === 1 ? 'image is' : 'images are'} kept with it.`;
  const more =
    leftOut === 0
      ? ''
      : ` Below are its beginning and its end. To read on: ${readResultTool} {"result":"${reference}","offset":${String(head.length)}}`;
  const note =
    `[This result is large: ${String(stored.bytes)} bytes, ${String(stored.characters)} characters of text ` +
    `(sha256 ${stored.object}). It is kept as result ${reference}.${also}${more}]`;
  const gap = leftOut === 0 ? '' : `\n[… ${String(leftOut)} characters left out …]\n${tail}`;
  return `${note}\n${head}${gap}`;
}

/** Marks of the result's kind stay; details that are no object are in the store only. */
function markedDetails(details: unknown, stored: StoredResult): object {
  const own = typeof details === 'object' && details !== null && !Array.isArray(details) ? { ...details } : {};
  const mark: unknown = 'turnkeeper' in own ? own.turnkeeper : undefined;
  return { ...own, turnkeeper: { ...(typeof mark === 'object' ? mark : {}), stored } };
}

function tooLarge({ timestamp }: CallResult, bytes: number): CallResult {
  const text = `The result is too large to be kept: ${String(bytes)} of ${String(limits.storedBytes)} bytes.`;
  return errorResult('TooLarge', text, { at: timestamp, group: 'was done but its result was replaced' });
}
