/**
 * What the engine's failures mean, as pure functions: the workflow and the fold from history both ask here, so that
 * what is recorded and what is shown are the same. Texts of results are for the model; kinds are for programs.
 */
import type { CallResult } from './calls.ts';
import { errorResult, failureCodes } from './errors.ts';
import type { AssistantMessage, Usage } from './messages.ts';

/** A failed activity, without the engine's classes. */
export type StepFailure =
  | { readonly kind: 'application'; readonly code: string; readonly message: string }
  /** `started` is false only if the body is known not to have begun. */
  | { readonly kind: 'timeout'; readonly timeout: string; readonly message: string; readonly started: boolean }
  | { readonly kind: 'cancelled'; readonly notStarted: boolean; readonly message: string };

/**
 * The result of a call whose activity failed, which a tool's own error never does: its worker was lost, its queue
 * was not served, its grant was refused.
 * @param at milliseconds since the epoch
 */
export function failedCall(tool: string, failure: StepFailure, at: number): CallResult {
  switch (failure.kind) {
    case 'cancelled':
      return failure.notStarted
        ? errorResult('NotStarted', `Tool "${tool}" was not started: the run was aborted.`, { at })
        : errorResult('Aborted', `Tool "${tool}" was aborted.`, { at });
    case 'timeout':
      return failure.timeout === 'SCHEDULE_TO_START'
        ? errorResult('NotStarted', `Tool "${tool}" was not started: no worker took it in time.`, { at })
        : unknownOutcome(tool, 'its worker was lost or did not answer in time', at);
    case 'application':
      return failedByCode(tool, failure.code, failure.message, at);
  }
}

/** The result of a call of a stopped run before anything of it was scheduled. @param at milliseconds since the epoch */
export function unstartedCall(tool: string, at: number): CallResult {
  return failedCall(tool, { kind: 'cancelled', notStarted: true, message: 'cancelled' }, at);
}

/** Was the worker lost, so that the call may have taken effect without anybody having been told? */
export function isLost(failure: StepFailure): boolean {
  if (failure.kind === 'timeout') return failure.timeout !== 'SCHEDULE_TO_START';
  return failure.kind === 'application' && lostCodes.includes(failure.code);
}

const lostCodes: readonly string[] = [failureCodes.workerShutdown, failureCodes.notBegun];

/** May the body of a lost call have begun? Only the started mark, or its absence, says that it certainly did not. */
export function hasBegun(failure: StepFailure): 'yes' | 'no' {
  if (failure.kind === 'timeout') return failure.started ? 'yes' : 'no';
  return failure.kind === 'application' && failure.code === failureCodes.notBegun ? 'no' : 'yes';
}

function failedByCode(tool: string, code: string, message: string, at: number): CallResult {
  switch (code) {
    case failureCodes.toolChanged:
      return errorResult('Changed', message, { at });
    case failureCodes.grantRefused:
    case failureCodes.refused:
      return errorResult('NotStarted', message, { at });
    case failureCodes.payloadsTooLarge:
      return errorResult('TooLarge', `The result of tool "${tool}" is too large to be recorded.`, {
        at,
        group: 'was done but its result was replaced',
      });
    case failureCodes.workerShutdown:
      return unknownOutcome(tool, 'its worker was shut down', at);
    default:
      return unknownOutcome(tool, message, at);
  }
}

/** @param why the middle of a sentence */
export function unknownOutcome(tool: string, why: string, at: number): CallResult {
  const text = `The outcome of tool "${tool}" is unknown: ${why}. It may or may not have taken effect.`;
  return errorResult('OutcomeUnknown', text, { at });
}

/** No tokens, no cost. */
export const noUsage: Usage = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

/** What became of a request whose turn was told to stop, however the request itself failed: nobody waits for it. */
export const cancelledRequest: StepFailure = { kind: 'cancelled', notStarted: false, message: 'cancelled' };

/** The assistant message that stands for a request that failed for good, or was aborted. */
export function failedRequest(model: string, failure: StepFailure, at: number): AssistantMessage {
  const aborted = failure.kind === 'cancelled';
  return {
    role: 'assistant',
    content: [],
    api: 'turnkeeper',
    provider: 'turnkeeper',
    model,
    usage: noUsage,
    stopReason: aborted ? 'aborted' : 'error',
    errorMessage: aborted ? 'Request was aborted' : failure.message,
    timestamp: at,
  };
}
