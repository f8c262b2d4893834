/**
 * The closed lists of what can go wrong: kinds of call results (for models, programs and auditors), and codes of
 * failures that cross the engine's wire. Every kind has a heading in `docs/errors.md`.
 */
import type { CallResult } from './calls.ts';

/** Kinds of results that did not come out of a tool as it wanted. */
export const resultKinds = [
  'NotFound',
  'Changed',
  'InvalidArguments',
  'Blocked',
  'Denied',
  'Expired',
  'Truncated',
  'NotStarted',
  'Aborted',
  'TimedOut',
  'Failed',
  'OutcomeUnknown',
  'TooLarge',
] as const;

export type ResultKind = (typeof resultKinds)[number];

/** What an auditor wants to know of a refused or failed call. */
export type ResultGroup =
  'did not happen' | 'was tried and failed' | 'was done but its result was replaced' | 'outcome is unknown';

/** `type` of the failures that Turnkeeper itself throws through the engine. */
export const failureCodes = {
  /** The grant does not match: the call was not scheduled by the gate that cleared it. Never retried. */
  grantRefused: 'GrantRefused',
  /** The registry no longer has the tool, or has another schema. Never retried. */
  toolChanged: 'ToolChanged',
  /** The model request failed. Retried by the engine unless marked otherwise. */
  modelFailed: 'ModelFailed',
  /** A hook beside the calls (`shouldStopAfterTurn`, `onApproval`) threw or took too long. Retried; the run goes on. */
  hookFailed: 'HookFailed',
  /** An update that the session cannot take (closed, full, bad input), or a step that makes no sense. */
  refused: 'Refused',
  /** The server could not be told that a body is about to begin, so it did not. */
  notBegun: 'NotBegun',
  /** The engine's own type for a worker that shut down under an activity. */
  workerShutdown: 'WorkerShutdown',
  /** The SDK's own type for a payload above the server's limit. */
  payloadsTooLarge: 'PayloadsTooLarge',
} as const;

/** In the details of a cancellation: the body did not begin. The engine's own mark for what no worker took. */
export const notStartedMark = 'ACTIVITY_ID_NOT_STARTED';

/**
 * An error result as the model sees it.
 * @param text what the model reads
 * @param made.at milliseconds since the epoch
 */
export function errorResult(
  kind: ResultKind,
  text: string,
  made: { readonly at: number; readonly terminate?: boolean; readonly group?: ResultGroup },
): CallResult {
  const { at, terminate, group } = made;
  return {
    content: [{ type: 'text', text }],
    details: { turnkeeper: { kind, ...(group === undefined ? {} : { group }) } },
    isError: true,
    timestamp: at,
    ...(terminate === true ? { terminate } : {}),
  };
}

/** The kind of a refused or failed result, from its details; undefined for a result that a tool made. */
export function resultKind(details: unknown): ResultKind | undefined {
  if (typeof details !== 'object' || details === null || !('turnkeeper' in details)) return undefined;
  const mark = details.turnkeeper;
  if (typeof mark !== 'object' || mark === null || !('kind' in mark)) return undefined;
  return resultKinds.find((kind) => kind === mark.kind);
}
