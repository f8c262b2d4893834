/** The client's door: who asks and watches. */
export { ClientError } from './client-error.ts';
export type { ClientErrorCode } from './client-error.ts';
export { Session } from './session.ts';
export type { FinishedRun, SendOptions, SessionOptions } from './session.ts';
export type { SessionRecord } from './session-record.ts';
export { TurnkeeperClient } from './turnkeeper-client.ts';
export type { ConnectOptions, ExecutedCalls } from './turnkeeper-client.ts';
export type { AgentEvent } from '../core/events.ts';
