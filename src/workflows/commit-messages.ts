/**
 * Appends messages to the transcript. The step is idempotent, so it is tried for as long as it takes.
 */
import { CancellationScope, proxyActivities } from '@temporalio/workflow';
import { limits } from '../core/limits.ts';
import type { Message } from '../core/messages.ts';
import { jsonBytes } from '../core/plain-json.ts';
import type { TurnSteps } from '../core/steps.ts';
import type { CommitInput, CommittedTurn } from '../core/turn.ts';
import { localFirst } from './local-first.ts';

const ordinary = proxyActivities<TurnSteps>({ startToCloseTimeout: '1m', retry: { maximumInterval: '30s' } });

/** Commits whatever happened, also after a cancellation: in several entries if one step cannot be given all of it. */
export async function commitMessages({ prev, messages, made }: CommitInput): Promise<CommittedTurn> {
  const parts = inParts(messages);
  const last = parts.pop() ?? [];
  let head = prev;
  for (const part of parts) ({ head } = await commitPart({ prev: head, messages: part, made: [], more: true }));
  return commitPart({ prev: head, messages: last, made });
}

function commitPart(commit: CommitInput): Promise<CommittedTurn> {
  return CancellationScope.nonCancellable(() =>
    localFirst(
      (steps) => steps.commitMessages(commit),
      () => ordinary,
    ),
  );
}

/** Neighbours that fit into one step together; the same ones on every replay. */
function inParts(messages: readonly Message[]): Message[][] {
  const parts: Message[][] = [];
  let room = 0;
  for (const message of messages) {
    const bytes = jsonBytes(message);
    if (parts.length === 0 || bytes > room) {
      parts.push([]);
      room = limits.taskBytes;
    }
    parts.at(-1)?.push(message);
    room -= bytes;
  }
  return parts;
}
