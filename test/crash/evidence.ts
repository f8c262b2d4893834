/**
 * What the server's history and the service's log say about one round. Reads only, and judges nothing.
 */
import type { temporal } from '@temporalio/proto';
import { WorkflowNotFoundError } from '@temporalio/client';
import { callIndex, idempotencyKey, turnWorkflowId } from '../../src/core/identity.ts';
import type { Message } from '../../src/core/messages.ts';
import type { AgentEvent } from '../../src/client/index.ts';
import type { Field } from './field.ts';
import type { Round } from './round.ts';
import type { Visit } from './service.ts';

type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

/** One scheduled activity of the turn. Times in milliseconds since the epoch. */
export interface Step {
  readonly type: string;
  /** Of a tool's activity: the call. */
  readonly index?: number;
  scheduled: number;
  /** Attempts that were started; the engine records the last one. */
  attempts: number;
  completed?: number;
  /** When an attempt is known to have been lost without an answer. */
  lost: boolean;
}

export interface Evidence {
  readonly steps: readonly Step[];
  /** Times of the events of the turn that is hit. */
  readonly times: readonly number[];
  readonly terminated: boolean;
  /** Of the service's log: the session's visits. */
  readonly visits: readonly Visit[];
  readonly transcript: readonly Message[];
  /** As anybody would read them from history now. */
  readonly events: readonly AgentEvent[];
  /** Idempotency key of each call of the batch. */
  readonly key: (index: number) => string;
}

export async function gather(field: Field, { session }: Round): Promise<Evidence> {
  const { client, engine, service } = field;
  const { runId } = await engine.workflow.getHandle(session).describe();
  const ref = { session, execution: runId, turn: 1, run: 1 };
  const history = await historyOf(field, turnWorkflowId(ref));
  const events: AgentEvent[] = [];
  for await (const event of client.session(session).events({ wait: 'recorded' })) events.push(event);
  return {
    steps: stepsOf(history),
    times: history.map(timeOf),
    terminated: history.some((event) => event.workflowExecutionTerminatedEventAttributes),
    visits: service.visits.filter((visit) => visit.session === session),
    transcript: await client.session(session).transcript(),
    events,
    key: (index) => idempotencyKey(ref, index),
  };
}

async function historyOf({ engine }: Field, id: string): Promise<readonly HistoryEvent[]> {
  try {
    return (await engine.workflow.getHandle(id).fetchHistory()).events ?? [];
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return [];
    throw error;
  }
}

function stepsOf(history: readonly HistoryEvent[]): readonly Step[] {
  const steps = new Map<string, Step>();
  const at = (id: unknown): Step | undefined => steps.get(String(id));
  for (const event of history) {
    const scheduled = event.activityTaskScheduledEventAttributes;
    if (scheduled) {
      const index = callIndex(scheduled.activityId ?? '');
      const type = scheduled.activityType?.name ?? '';
      const step = {
        type,
        ...(index === undefined ? {} : { index }),
        scheduled: timeOf(event),
        attempts: 0,
        lost: false,
      };
      steps.set(String(event.eventId), step);
    }
    const started = event.activityTaskStartedEventAttributes;
    const begun = at(started?.scheduledEventId);
    if (started && begun) {
      begun.attempts = started.attempt ?? 1;
      begun.lost ||= Boolean(started.lastFailure?.timeoutFailureInfo);
    }
    const done = at(event.activityTaskCompletedEventAttributes?.scheduledEventId);
    if (done) done.completed = timeOf(event);
    const timedOut = at(event.activityTaskTimedOutEventAttributes?.scheduledEventId);
    if (timedOut) timedOut.lost = true;
  }
  return [...steps.values()];
}

function timeOf({ eventTime }: HistoryEvent): number {
  return Number(eventTime?.seconds ?? 0) * 1_000 + (eventTime?.nanos ?? 0) / 1e6;
}
