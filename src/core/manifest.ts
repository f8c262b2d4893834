/**
 * What a worker says about its tools: data that may be hashed, recorded and compared. Shapes only.
 */

export type ExecutionMode = 'sequential' | 'parallel';

/** May an effect whose outcome is unknown be done again? */
export type ReplayPolicy = 'never' | 'safe';

/** One tool, as it was when the model was asked. Times in milliseconds. */
export interface ManifestEntry {
  readonly name: string;
  readonly schemaHash: string;
  readonly executionMode?: ExecutionMode;
  readonly replay: ReplayPolicy;
  readonly timeout: number;
  /** The queue of the worker that has the tool, if not the agent's own. */
  readonly taskQueue?: string;
  /** How long a call may wait there for a worker. */
  readonly queueTimeout?: number;
}

/** What the workflow must know of an agent; travels with the model's answer and is recorded with it. */
export interface AgentPolicy {
  readonly toolExecution: ExecutionMode;
  readonly hooks: readonly ('before' | 'after' | 'stop' | 'approval')[];
  readonly steeringMode: QueueMode;
  readonly followUpMode: QueueMode;
  readonly turnsPerRun: number;
  /** Turns in a row that may make the very same calls. Absent: as many as there are. */
  readonly sameTurns?: number;
  readonly callsInFlight: number;
  readonly grace: number;
  readonly hookTimeout: number;
  readonly heartbeatTimeout: number;
  /** How long its sessions may be idle before they close. Absent: for ever. */
  readonly idleExpiry?: number;
  /** Turns after which its sessions continue as new. Absent: the general limit. */
  readonly rollOverTurns?: number;
}

/** How many queued messages a drain point takes. */
export type QueueMode = 'all' | 'one-at-a-time';

/** The list that the model saw (`manifestHash` names all of it) and the entries of the tools it called. */
export interface OfferedTools {
  readonly agent: string;
  readonly manifestHash: string;
  readonly called: readonly ManifestEntry[];
}
