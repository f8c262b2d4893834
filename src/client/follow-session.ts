/**
 * Opens the stream of a session's events at the place that its caller names.
 */
import type { FollowedEvent } from '../core/events.ts';
import { checkRun } from './check-session.ts';
import { ClientError } from './client-error.ts';
import { readCursor } from './cursor.ts';
import { followSession } from './follow.ts';
import { isNotFound } from './grpc-status.ts';
import type { SessionDeps } from './session-deps.ts';
import { firstRunId } from './session-record.ts';

export interface FollowOptions {
  /** Goes on after the event that came with this cursor. Default: from the session's beginning. */
  readonly after?: string;
  /** Passes over the events of earlier runs. Default: 1. */
  readonly fromRun?: number;
  /** `recorded` ends with what there is. Default: `live`. */
  readonly wait?: 'live' | 'recorded';
  /** `unread`: only what the session itself tells, that runs and turns begin and end. Default: `read`. */
  readonly turns?: 'read' | 'unread';
  /** Ends the stream quietly. Owned by the caller. */
  readonly signal?: AbortSignal;
}

export async function* followFrom(
  { client, id, following, closed }: SessionDeps,
  { after, fromRun = 1, wait = 'live', turns = 'read', signal }: FollowOptions,
): AsyncGenerator<FollowedEvent> {
  checkRun(fromRun);
  const place = after === undefined ? undefined : readCursor(after);
  const begin = { workflowId: id, runId: place?.runId ?? (await firstRunId(client, id)), wait, fromRun };
  const both = signal === undefined ? closed : AbortSignal.any([signal, closed]);
  try {
    yield* followSession(following, {
      ...begin,
      ...(place === undefined ? {} : { after: place }),
      ...(turns === 'unread' ? { fromTurn: Infinity } : {}),
      signal: both,
    });
  } catch (error) {
    throw place !== undefined && isNotFound(error) ? await strangeCursor({ client, id }, error) : error;
  }
  if (closed.aborted) throw new ClientError('ClientClosed', `The client was closed while it followed session "${id}".`);
}

/** What is to be said of a cursor whose execution the server does not know under this id. */
async function strangeCursor({ client, id }: Pick<SessionDeps, 'client' | 'id'>, cause: unknown): Promise<ClientError> {
  // There may be no such session at all.
  await firstRunId(client, id);
  return new ClientError('InvalidInput', `This cursor is none of session "${id}", or too old to go on from.`, cause);
}
