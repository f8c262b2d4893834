/**
 * History as the folds read it: the engine's events without its classes, encodings and everything that tells nothing.
 * Each fact carries the id and the time (milliseconds) of the event it comes from.
 */
import type { StepFailure } from './failures.ts';

interface FromEvent {
  readonly id: number;
  readonly at: number;
}

export type Fact = FromEvent &
  (
    | { readonly kind: 'started'; readonly workflowType: string; readonly input: unknown }
    /** A workflow task: the time at which the workflow saw everything before it. */
    | { readonly kind: 'task' }
    /** The workflow was told to stop. */
    | { readonly kind: 'cancelRequested' }
    | { readonly kind: 'scheduled'; readonly type: string; readonly activityId: string }
    | { readonly kind: 'attempt'; readonly scheduled: number }
    | { readonly kind: 'completed'; readonly scheduled: number; readonly result: unknown }
    | { readonly kind: 'failed'; readonly scheduled: number; readonly failure: StepFailure }
    /** A local activity that answered. */
    | { readonly kind: 'step'; readonly type: string; readonly result: unknown }
    | { readonly kind: 'childInitiated'; readonly workflowId: string; readonly input: unknown }
    | { readonly kind: 'childStarted'; readonly workflowId: string; readonly runId: string }
    | { readonly kind: 'childClosed'; readonly workflowId: string; readonly outcome?: unknown }
    | { readonly kind: 'memo'; readonly value: unknown }
    /** An update that was accepted has its answer. */
    | { readonly kind: 'answered'; readonly updateId: string; readonly answer: unknown }
    | { readonly kind: 'continued'; readonly runId: string }
    /** `outcome` is what a completed one returned. */
    | {
        readonly kind: 'closed';
        readonly outcome?: unknown;
        readonly how: 'completed' | 'failed' | 'cancelled' | 'terminated' | 'timedOut';
      }
  );
