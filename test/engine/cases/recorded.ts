/**
 * What the server recorded of a session, read with the engine's own client: the witness that the tests believe, not the
 * product's reading of it.
 */
import { Client, Connection } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import type { temporal } from '@temporalio/proto';
import { inject } from 'vitest';
import { turnWorkflowId } from '../../../src/core/identity.ts';
import type { TurnRef } from '../../../src/core/identity.ts';

type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

export async function withServer<T>(use: (client: Client) => Promise<T>): Promise<T> {
  // One page of a history may hold several large payloads.
  const channelArgs = { 'grpc.max_receive_message_length': 256 * 1024 * 1024 };
  const connection = await Connection.connect({ address: inject('address'), channelArgs });
  try {
    return await use(new Client({ connection, namespace: inject('namespace'), identity: 'test-client' }));
  } finally {
    await connection.close();
  }
}

/** Names a turn of a session that has one execution. */
async function turnRef(client: Client, session: string, turn = 1): Promise<TurnRef> {
  const { runId } = await client.workflow.getHandle(session).describe();
  return { session, execution: runId, turn, run: 1 };
}

export async function turnHistory(session: string, turn = 1): Promise<readonly HistoryEvent[]> {
  return withServer(async (client) => {
    const { events } = await client.workflow
      .getHandle(turnWorkflowId(await turnRef(client, session, turn)))
      .fetchHistory();
    return events ?? [];
  });
}

/** Activities in the order in which they were scheduled and completed: `+type` and `-type`. */
export function activitySteps(events: readonly HistoryEvent[]): readonly string[] {
  const types = new Map<number, string>();
  return events.flatMap((event) => {
    const scheduled = event.activityTaskScheduledEventAttributes;
    if (scheduled) {
      const type = scheduled.activityType?.name ?? '';
      types.set(Number(event.eventId), type);
      return [`+${type}`];
    }
    const done = event.activityTaskCompletedEventAttributes;
    return done ? [`-${types.get(Number(done.scheduledEventId)) ?? ''}`] : [];
  });
}

/** The activity ids of a turn's tool calls, in the order of scheduling. */
export function callIds(events: readonly HistoryEvent[]): readonly string[] {
  return events.flatMap((event) => {
    const scheduled = event.activityTaskScheduledEventAttributes;
    return scheduled?.activityType?.name?.startsWith('tool.') ? [scheduled.activityId ?? ''] : [];
  });
}

/** The input with which an activity was scheduled. */
export function inputOf(events: readonly HistoryEvent[], activityId: string): unknown {
  const scheduled = events
    .map((event) => event.activityTaskScheduledEventAttributes)
    .find((attributes) => attributes?.activityId === activityId);
  const payload = scheduled?.input?.payloads?.[0];
  return payload ? defaultPayloadConverter.fromPayload(payload) : undefined;
}

/** How often the engine had to give up a workflow task of the session's or its turn's: a run that hangs shows here. */
export async function failedTasks(session: string, turn = 1): Promise<number> {
  const own = await withServer(
    async (client) => (await client.workflow.getHandle(session).fetchHistory()).events ?? [],
  );
  return [...own, ...(await turnHistory(session, turn))].filter((event) => event.workflowTaskFailedEventAttributes)
    .length;
}
