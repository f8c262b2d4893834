/** What an agent is made of, as its author writes it. Shapes only. */
import type { ExecutionMode, QueueMode } from '../core/manifest.ts';
import type { Model } from '../core/model.ts';
import type { ApprovalRules } from './approval-rules.ts';
import type { AfterToolCall, BeforeToolCall, OnApproval, ShouldStopAfterTurn, TransformContext } from './hooks.ts';
import type { AgentTool } from './tool.ts';

export interface AgentOptions {
  /** `[A-Za-z0-9._-]{1,64}`; names the task queues. */
  readonly name: string;
  /** Default: empty. */
  readonly systemPrompt?: string;
  /** A model, or `provider/id`. A session may override it. */
  readonly model: Model | string;
  readonly tools?: readonly AgentTool[];
  /** Default: `parallel`. */
  readonly toolExecution?: ExecutionMode;
  readonly beforeToolCall?: BeforeToolCall;
  readonly afterToolCall?: AfterToolCall;
  readonly shouldStopAfterTurn?: ShouldStopAfterTurn;
  /** What the model is shown of the conversation. Default: all of it. */
  readonly transformContext?: TransformContext;
  /** Told of every call that begins to wait for a decision. Default: nobody is told. */
  readonly onApproval?: OnApproval;
  /** Rules that decide in place of a person. Default: none. */
  readonly approvals?: ApprovalRules;
  /** Default: `one-at-a-time`. */
  readonly steeringMode?: QueueMode;
  /** Default: `one-at-a-time`. */
  readonly followUpMode?: QueueMode;
  /** Times in milliseconds; defaults in `core/limits.ts`. */
  readonly limits?: {
    readonly turnsPerRun?: number;
    /** Ends a run whose newest turns made the very same calls, so many in a row. Default: no limit. */
    readonly sameTurns?: number;
    readonly callsInFlight?: number;
    readonly grace?: number;
    readonly hookTimeout?: number;
    /**
     * Silence after which the worker of a call, or of a request to the model, counts as lost; at least 1,000. A short one
     * makes a server's outage cost calls. The request of a session's first turn keeps the default: nobody has told its
     * workflow of the agent yet.
     */
    readonly heartbeatTimeout?: number;
    /** How long a session may be idle before it closes, unless it was started with a time of its own. Default: for ever. */
    readonly idleExpiry?: number;
    /**
     * Turns after which a session continues as a new execution, between two turns; long histories are slow to read again.
     * A history that grows large does so earlier. Default: 500.
     */
    readonly rollOverTurns?: number;
    /**
     * Bytes of a result's text; of a longer one the model gets an excerpt, and the tool `read_result` to read on. At most
     * 1,900,000; a large batch has less for each. Default: 100,000.
     */
    readonly resultBytes?: number;
  };
}
