/**
 * Reads one event of the engine's history as a fact; events that say nothing to the folds are left out. The only file
 * that knows the events' wire form. How a payload is read is its caller's, who knows codecs.
 */
import { decodeFailure } from './decode-failure.ts';
import { notStartedMark } from './errors.ts';
import type { Fact } from './facts.ts';
import type { HistoryEventLike, PayloadLike, PayloadsLike } from './history-event.ts';
import { memoKey } from './session-messages.ts';

/** The value of a payload. */
export type DecodePayload = (payload: PayloadLike) => unknown;

/** @returns a decoder of events; it answers undefined for events that are no facts */
export function factDecoder(decode: DecodePayload): (event: HistoryEventLike) => Fact | undefined {
  const all: All = (payloads) => (payloads?.payloads ?? []).map(decode);
  return (event) => {
    const fact = (kind: object): Fact => ({ id: Number(event.eventId), at: timeOf(event), ...kind }) as Fact;
    const started = event.workflowExecutionStartedEventAttributes;
    if (started)
      return fact({ kind: 'started', workflowType: started.workflowType?.name, input: all(started.input)[0] });
    if (event.workflowTaskStartedEventAttributes) return fact({ kind: 'task' });
    if (event.workflowExecutionCancelRequestedEventAttributes) return fact({ kind: 'cancelRequested' });
    const memo = event.workflowPropertiesModifiedEventAttributes?.upsertedMemo?.fields?.[memoKey];
    if (memo) return fact({ kind: 'memo', value: decode(memo) });
    const update = event.workflowExecutionUpdateCompletedEventAttributes;
    if (update?.outcome?.success) {
      return fact({ kind: 'answered', updateId: update.meta?.updateId, answer: all(update.outcome.success)[0] });
    }
    return (
      activityFact(event, { fact, all }) ??
      localFact(event, { fact, all }) ??
      childFact(event, { fact, all }) ??
      closingFact(event, { fact, all })
    );
  };
}

type All = (payloads: PayloadsLike | null | undefined) => readonly unknown[];
type Make = (kind: object) => Fact;

interface Tools {
  readonly fact: Make;
  readonly all: All;
}

/** Milliseconds, as the engine's own code gives them to a workflow. */
function timeOf({ eventTime }: HistoryEventLike): number {
  return Number(eventTime?.seconds ?? 0) * 1_000 + Math.floor((eventTime?.nanos ?? 0) / 1_000_000);
}

function activityFact(event: HistoryEventLike, { fact, all }: Tools): Fact | undefined {
  const scheduled = event.activityTaskScheduledEventAttributes;
  if (scheduled)
    return fact({ kind: 'scheduled', type: scheduled.activityType?.name, activityId: scheduled.activityId });
  const attempt = event.activityTaskStartedEventAttributes;
  if (attempt) return fact({ kind: 'attempt', scheduled: Number(attempt.scheduledEventId) });
  const completed = event.activityTaskCompletedEventAttributes;
  if (completed) {
    return fact({ kind: 'completed', scheduled: Number(completed.scheduledEventId), result: all(completed.result)[0] });
  }
  const failed = event.activityTaskFailedEventAttributes ?? event.activityTaskTimedOutEventAttributes;
  if (failed) {
    return fact({ kind: 'failed', scheduled: Number(failed.scheduledEventId), failure: decodeFailure(failed.failure) });
  }
  const cancelled = event.activityTaskCanceledEventAttributes;
  if (cancelled) {
    const notStarted = all(cancelled.details).includes(notStartedMark);
    const failure = { kind: 'cancelled', notStarted, message: 'cancelled' };
    return fact({ kind: 'failed', scheduled: Number(cancelled.scheduledEventId), failure });
  }
  return undefined;
}

function localFact(event: HistoryEventLike, { fact, all }: Tools): Fact | undefined {
  const marker = event.markerRecordedEventAttributes;
  if (marker?.markerName !== 'core_local_activity' || marker.failure) return undefined;
  const data = all(marker.details?.['data'])[0];
  const type = typeof data === 'object' && data !== null && 'activity_type' in data ? data.activity_type : undefined;
  return fact({ kind: 'step', type, result: all(marker.details?.['result'])[0] });
}

function childFact(event: HistoryEventLike, { fact, all }: Tools): Fact | undefined {
  const initiated = event.startChildWorkflowExecutionInitiatedEventAttributes;
  if (initiated)
    return fact({ kind: 'childInitiated', workflowId: initiated.workflowId, input: all(initiated.input)[0] });
  const started = event.childWorkflowExecutionStartedEventAttributes;
  if (started) {
    const { workflowId, runId } = started.workflowExecution ?? {};
    return fact({ kind: 'childStarted', workflowId, runId });
  }
  const completed = event.childWorkflowExecutionCompletedEventAttributes;
  if (completed) {
    return fact({
      kind: 'childClosed',
      workflowId: completed.workflowExecution?.workflowId,
      outcome: all(completed.result)[0],
    });
  }
  const other =
    event.childWorkflowExecutionFailedEventAttributes ??
    event.childWorkflowExecutionCanceledEventAttributes ??
    event.childWorkflowExecutionTimedOutEventAttributes ??
    event.childWorkflowExecutionTerminatedEventAttributes;
  return other ? fact({ kind: 'childClosed', workflowId: other.workflowExecution?.workflowId }) : undefined;
}

function closingFact(event: HistoryEventLike, { fact, all }: Tools): Fact | undefined {
  const continued = event.workflowExecutionContinuedAsNewEventAttributes;
  if (continued) return fact({ kind: 'continued', runId: continued.newExecutionRunId });
  const completed = event.workflowExecutionCompletedEventAttributes;
  if (completed) return fact({ kind: 'closed', how: 'completed', outcome: all(completed.result)[0] });
  if (event.workflowExecutionFailedEventAttributes) return fact({ kind: 'closed', how: 'failed' });
  if (event.workflowExecutionCanceledEventAttributes) return fact({ kind: 'closed', how: 'cancelled' });
  if (event.workflowExecutionTerminatedEventAttributes) return fact({ kind: 'closed', how: 'terminated' });
  if (event.workflowExecutionTimedOutEventAttributes) return fact({ kind: 'closed', how: 'timedOut' });
  return undefined;
}
