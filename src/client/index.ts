/** The client's door: who asks and watches. */
export type { PendingApproval } from './approvals.ts';
export type { DecideOptions, DecisionOutcome } from './decide.ts';
export type { AgentBuild, BuildState, BuildsOptions, MakeCurrentOptions } from './builds.ts';
export { ClientError } from './client-error.ts';
export type { ClientErrorCode } from './client-error.ts';
export { Session } from './session.ts';
export type { FollowOptions } from './follow-session.ts';
export type { SayOptions } from './say.ts';
export type { RemovedSession } from './remove-session.ts';
export type {
  AbortOptions,
  AbortOutcome,
  CallPlace,
  CancelOutcome,
  EndTurnOutcome,
  WatchOptions,
} from './session-control.ts';
export type { RetryingStep } from './retrying-steps.ts';
export type { ListedApproval, ListedState, SessionList, SessionOverview, SessionsOptions } from './session-overview.ts';
export type { SessionPulse } from './session-pulse.ts';
export type { FinishedRun } from './session.ts';
export type { SendOptions, SessionOptions } from './session-deps.ts';
export type { SessionRecord } from './session-record.ts';
export type { TakeBackOptions } from './take-back.ts';
export type { KeptResult } from './kept-result.ts';
export { TurnkeeperClient } from './turnkeeper-client.ts';
export type { ConnectOptions } from './turnkeeper-client.ts';
export type { ExecutedCalls } from './execute-tool-calls.ts';
export type { Decision } from '../core/control.ts';
export type { AgentEvent, FollowedEvent } from '../core/events.ts';
export type { TakenBack } from '../core/session-messages.ts';
