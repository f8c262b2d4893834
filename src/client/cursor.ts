/**
 * Places in a session's stream of events, and the opaque text in which they are handed out.
 */
import { ClientError } from './client-error.ts';

/**
 * The fact behind an event and the event's number among those of that fact: in the session's history (`id`), or in the
 * history of the turn that began there (`inTurn`).
 */
export interface Place {
  /** The run of the session's chain of executions. */
  readonly runId: string;
  readonly id: number;
  readonly inTurn?: number;
  readonly index: number;
}

const VERSION = 1;

export function writeCursor({ runId, id, inTurn = 0, index }: Place): string {
  return Buffer.from(JSON.stringify([VERSION, runId, id, inTurn, index])).toString('base64url');
}

/** @throws ClientError `InvalidInput` if it is no cursor */
export function readCursor(cursor: string): Place {
  const [version, runId, id, inTurn, index] = parsed(cursor);
  if (version !== VERSION || typeof runId !== 'string' || !isNumber(id) || !isNumber(inTurn) || !isNumber(index)) {
    throw new ClientError('InvalidInput', `This is no cursor of a session's events: ${JSON.stringify(cursor)}.`);
  }
  return { runId, id, index, ...(inTurn === 0 ? {} : { inTurn }) };
}

function parsed(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Below 0 if `a` comes before `b`. Both are of one run; what a fact gives itself comes before the turn that begins there. */
export function comparePlaces(a: Place, b: Place): number {
  return a.id - b.id || (a.inTurn ?? 0) - (b.inTurn ?? 0) || a.index - b.index;
}
