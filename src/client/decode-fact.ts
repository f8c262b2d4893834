/**
 * Reads one event of the engine's history as a fact. The only file that knows the events' wire form; events that say
 * nothing to the folds are left out.
 */
import { defaultPayloadConverter } from '@temporalio/common';
import { tsToMs } from '@temporalio/common/lib/time.js';
import type { temporal } from '@temporalio/proto';
import type { Fact } from '../core/facts.ts';
import { memoKey } from '../core/session-messages.ts';
import { decodeFailure } from './decode-failure.ts';

export type HistoryEvent = temporal.api.history.v1.IHistoryEvent;
type Payloads = temporal.api.common.v1.IPayloads | null | undefined;

/** @returns undefined for events that are no facts */
export function decodeFact(event: HistoryEvent): Fact | undefined {
  const from = { id: Number(event.eventId), at: tsToMs(event.eventTime) };
  const fact = (kind: object): Fact => ({ ...from, ...kind }) as Fact;

  const started = event.workflowExecutionStartedEventAttributes;
  if (started) return fact({ kind: 'started', workflowType: started.workflowType?.name, input: first(started.input) });
  if (event.workflowTaskStartedEventAttributes) return fact({ kind: 'task' });

  return activityFact(event, fact) ?? childFact(event, fact) ?? memoFact(event, fact) ?? closingFact(event, fact);
}

type Make = (kind: object) => Fact;

function activityFact(event: HistoryEvent, fact: Make): Fact | undefined {
  const scheduled = event.activityTaskScheduledEventAttributes;
  if (scheduled)
    return fact({ kind: 'scheduled', type: scheduled.activityType?.name, activityId: scheduled.activityId });
  const attempt = event.activityTaskStartedEventAttributes;
  if (attempt) return fact({ kind: 'attempt', scheduled: Number(attempt.scheduledEventId) });
  const completed = event.activityTaskCompletedEventAttributes;
  if (completed) {
    return fact({ kind: 'completed', scheduled: Number(completed.scheduledEventId), result: first(completed.result) });
  }
  const failed = event.activityTaskFailedEventAttributes ?? event.activityTaskTimedOutEventAttributes;
  if (failed) {
    return fact({ kind: 'failed', scheduled: Number(failed.scheduledEventId), failure: decodeFailure(failed.failure) });
  }
  const cancelled = event.activityTaskCanceledEventAttributes;
  if (cancelled) {
    const notStarted = all(cancelled.details).includes('ACTIVITY_ID_NOT_STARTED');
    const failure = { kind: 'cancelled', notStarted, message: 'cancelled' };
    return fact({ kind: 'failed', scheduled: Number(cancelled.scheduledEventId), failure });
  }
  return localFact(event, fact);
}

function localFact(event: HistoryEvent, fact: Make): Fact | undefined {
  const marker = event.markerRecordedEventAttributes;
  if (marker?.markerName !== 'core_local_activity' || marker.failure) return undefined;
  const data = first(marker.details?.['data']);
  const type = typeof data === 'object' && data !== null && 'activity_type' in data ? data.activity_type : undefined;
  return fact({ kind: 'step', type, result: first(marker.details?.['result']) });
}

function childFact(event: HistoryEvent, fact: Make): Fact | undefined {
  const initiated = event.startChildWorkflowExecutionInitiatedEventAttributes;
  if (initiated)
    return fact({ kind: 'childInitiated', workflowId: initiated.workflowId, input: first(initiated.input) });
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
      outcome: first(completed.result),
    });
  }
  const other =
    event.childWorkflowExecutionFailedEventAttributes ??
    event.childWorkflowExecutionCanceledEventAttributes ??
    event.childWorkflowExecutionTimedOutEventAttributes ??
    event.childWorkflowExecutionTerminatedEventAttributes;
  return other ? fact({ kind: 'childClosed', workflowId: other.workflowExecution?.workflowId }) : undefined;
}

function memoFact(event: HistoryEvent, fact: Make): Fact | undefined {
  const memo = event.workflowPropertiesModifiedEventAttributes?.upsertedMemo?.fields?.[memoKey];
  return memo ? fact({ kind: 'memo', value: decode(memo) }) : undefined;
}

function closingFact(event: HistoryEvent, fact: Make): Fact | undefined {
  const continued = event.workflowExecutionContinuedAsNewEventAttributes;
  if (continued) return fact({ kind: 'continued', runId: continued.newExecutionRunId });
  if (event.workflowExecutionCompletedEventAttributes) return fact({ kind: 'closed', how: 'completed' });
  if (event.workflowExecutionFailedEventAttributes) return fact({ kind: 'closed', how: 'failed' });
  if (event.workflowExecutionCanceledEventAttributes) return fact({ kind: 'closed', how: 'cancelled' });
  if (event.workflowExecutionTerminatedEventAttributes) return fact({ kind: 'closed', how: 'terminated' });
  if (event.workflowExecutionTimedOutEventAttributes) return fact({ kind: 'closed', how: 'timedOut' });
  return undefined;
}

function first(payloads: Payloads): unknown {
  return all(payloads)[0];
}

function all(payloads: Payloads): readonly unknown[] {
  return (payloads?.payloads ?? []).map(decode);
}

function decode(payload: temporal.api.common.v1.IPayload): unknown {
  return defaultPayloadConverter.fromPayload(payload);
}
