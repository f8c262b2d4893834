/**
 * Names of executions, turns and calls, all derived and readable; the same on every replay.
 * Never random, never the provider's ids (those are data and may repeat).
 */

/** Which turn: `execution` is the first run id of the session's current life, `turn` counts from 1 through the session. */
export interface TurnRef {
  readonly session: string;
  readonly execution: string;
  readonly turn: number;
  readonly run: number;
}

const SESSION_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** True for ids that a session may have: `[A-Za-z0-9._-]{1,128}`. */
export function isSessionId(id: unknown): boolean {
  return typeof id === 'string' && SESSION_ID.test(id);
}

/** True for names that an agent may have: `[A-Za-z0-9._-]{1,64}`. */
export function isAgentName(name: unknown): boolean {
  return typeof name === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(name);
}

/** EXEC, the short form of an execution that stands in every derived id. */
function shortExecution(execution: string): string {
  return execution.replaceAll('-', '').slice(0, 10);
}

/** `SESSION/EXEC/turn-N`: a new session under an old id can never meet an old child. */
export function turnWorkflowId(ref: TurnRef): string {
  return `${ref.session}/${shortExecution(ref.execution)}/turn-${String(ref.turn)}`;
}

/** The activity id of a turn's request to the model. */
export const modelActivityId = 'model';

/** Where the progress of a turn's request to the model is told. */
export function modelChannel(ref: TurnRef): string {
  return `${turnWorkflowId(ref)}/${modelActivityId}`;
}

/** The activity id of a call inside its turn: `call-0`, `call-1`, … */
export function callActivityId(index: number): string {
  return `call-${String(index)}`;
}

/** The activity id of the step that tells of a call that waits. */
export function announceActivityId(index: number): string {
  return `announce-${String(index)}`;
}

/** The activity id of the step that finds out about a lost call. */
export function recoverActivityId(index: number): string {
  return `recover-${String(index)}`;
}

/** The index in an activity id of a call; undefined for other activities. */
export function callIndex(activityId: string): number | undefined {
  return indexIn(activityId, 'call-');
}

/** The index in the activity id of a recovery; undefined for other activities. */
export function recoveredIndex(activityId: string): number | undefined {
  return indexIn(activityId, 'recover-');
}

function indexIn(activityId: string, start: string): number | undefined {
  const index = activityId.startsWith(start) ? activityId.slice(start.length) : '';
  return /^\d+$/.test(index) ? Number(index) : undefined;
}

/** The readable id of a call, as in approvals and audits: turn workflow id + `/call-INDEX`. */
export function callId(ref: TurnRef, index: number): string {
  return `${turnWorkflowId(ref)}/${callActivityId(index)}`;
}

/** A call's parts from its readable id; undefined if it is no such id. */
export function parseCallId(id: string): { readonly turnWorkflow: string; readonly index: number } | undefined {
  const match = /^([A-Za-z0-9._-]{1,128}\/[0-9a-f]{10}\/turn-[1-9]\d*)\/(call-\d+)$/.exec(id);
  const index = callIndex(match?.[2] ?? '');
  return match?.[1] === undefined || index === undefined ? undefined : { turnWorkflow: match[1], index };
}

/** The key handed to tools: equal over retries, restarts and replays, different for another session or a fork. */
export function idempotencyKey(ref: TurnRef, index: number): string {
  return `${ref.execution}/${String(ref.turn)}/${String(index)}`;
}

/** The key of a call's receipt: one for each start, since a start that was given up must not spoil the next one's. */
export function receiptKey(ref: TurnRef, index: number, start: number): string {
  return `${idempotencyKey(ref, index)}#${String(start)}`;
}

/** The activity type of a tool; only names of the manifest become one. */
export function toolActivityType(toolName: string): string {
  return `tool.${toolName}`;
}

/** The queue for an agent's workflows and tools. */
export function agentTaskQueue(agent: string): string {
  return `turnkeeper-${agent}`;
}

/** The queue for an agent's model calls, apart so that long tools never starve them. */
export function modelTaskQueue(agent: string): string {
  return `turnkeeper-${agent}-model`;
}

/** The worker deployment whose versions are an agent's builds. The engine takes no dot there. */
export function agentDeployment(agent: string): string {
  return agentTaskQueue(agent).replaceAll('.', '~');
}

/** True for names that a build may have: `[A-Za-z0-9._-]{1,64}`. */
export function isBuildId(build: unknown): boolean {
  return isAgentName(build);
}
