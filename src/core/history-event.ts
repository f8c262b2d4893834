/**
 * The parts of the engine's history events that the decoder reads, as shapes that both its protocol objects and the
 * objects of its JSON form fit. Shapes only.
 */

export interface PayloadLike {
  readonly metadata?: object | null;
  readonly data?: unknown;
}

export interface PayloadsLike {
  readonly payloads?: readonly PayloadLike[] | null;
}

export interface FailureLike {
  readonly message?: string | null;
  readonly cause?: FailureLike | null;
  readonly activityFailureInfo?: object | null;
  readonly canceledFailureInfo?: object | null;
  readonly applicationFailureInfo?: { readonly type?: string | null } | null;
  readonly timeoutFailureInfo?: {
    readonly timeoutType?: number | string | null;
    readonly lastHeartbeatDetails?: PayloadsLike | null;
  } | null;
}

/** Numbers of 64 bits come as objects that print themselves. */
type Id = { toString(): string } | null;

interface Closed {
  readonly scheduledEventId?: Id;
}

interface Child {
  readonly workflowExecution?: { readonly workflowId?: string | null; readonly runId?: string | null } | null;
}

export interface HistoryEventLike {
  readonly eventId?: Id;
  readonly eventTime?: { readonly seconds?: Id; readonly nanos?: number | null } | null;
  readonly workflowExecutionStartedEventAttributes?: {
    readonly workflowType?: { readonly name?: string | null } | null;
    readonly input?: PayloadsLike | null;
  } | null;
  readonly workflowTaskStartedEventAttributes?: object | null;
  readonly activityTaskScheduledEventAttributes?: {
    readonly activityId?: string | null;
    readonly activityType?: { readonly name?: string | null } | null;
  } | null;
  readonly activityTaskStartedEventAttributes?: Closed | null;
  readonly activityTaskCompletedEventAttributes?: (Closed & { readonly result?: PayloadsLike | null }) | null;
  readonly activityTaskFailedEventAttributes?: (Closed & { readonly failure?: FailureLike | null }) | null;
  readonly activityTaskTimedOutEventAttributes?: (Closed & { readonly failure?: FailureLike | null }) | null;
  readonly activityTaskCanceledEventAttributes?: (Closed & { readonly details?: PayloadsLike | null }) | null;
  readonly markerRecordedEventAttributes?: {
    readonly markerName?: string | null;
    readonly details?: Readonly<Record<string, PayloadsLike>> | null;
    readonly failure?: object | null;
  } | null;
  readonly startChildWorkflowExecutionInitiatedEventAttributes?: {
    readonly workflowId?: string | null;
    readonly input?: PayloadsLike | null;
  } | null;
  readonly childWorkflowExecutionStartedEventAttributes?: Child | null;
  readonly childWorkflowExecutionCompletedEventAttributes?: (Child & { readonly result?: PayloadsLike | null }) | null;
  readonly childWorkflowExecutionFailedEventAttributes?: Child | null;
  readonly childWorkflowExecutionCanceledEventAttributes?: Child | null;
  readonly childWorkflowExecutionTimedOutEventAttributes?: Child | null;
  readonly childWorkflowExecutionTerminatedEventAttributes?: Child | null;
  readonly workflowPropertiesModifiedEventAttributes?: {
    readonly upsertedMemo?: { readonly fields?: Readonly<Record<string, PayloadLike>> | null } | null;
  } | null;
  readonly workflowExecutionUpdateCompletedEventAttributes?: {
    readonly meta?: { readonly updateId?: string | null } | null;
    readonly outcome?: { readonly success?: PayloadsLike | null } | null;
  } | null;
  readonly workflowExecutionContinuedAsNewEventAttributes?: { readonly newExecutionRunId?: string | null } | null;
  readonly workflowExecutionCompletedEventAttributes?: { readonly result?: PayloadsLike | null } | null;
  readonly workflowExecutionFailedEventAttributes?: object | null;
  readonly workflowExecutionCancelRequestedEventAttributes?: object | null;
  readonly workflowExecutionCanceledEventAttributes?: object | null;
  readonly workflowExecutionTerminatedEventAttributes?: object | null;
  readonly workflowExecutionTimedOutEventAttributes?: object | null;
}
