/**
 * What a tool is. The first part is pi-agent-core's `AgentTool`, so that such an object works unchanged; the rest says
 * how it behaves under a durable executor. Shapes and `defineTool`; nothing here runs a tool.
 */
import type { Static, TSchema } from 'typebox';
import type { CallResult } from '../core/calls.ts';
import type { ToolProgress } from '../core/events.ts';
import type { ExecutionMode, ReplayPolicy } from '../core/manifest.ts';

/** What `execute` resolves with. `details` is for programs and is never sent to the model. */
export interface ToolResult {
  readonly content: CallResult['content'];
  readonly details?: unknown;
  readonly terminate?: boolean;
  readonly usage?: CallResult['usage'];
  readonly addedToolNames?: readonly string[];
}

/** Why a tool's signal was aborted, as `signal.reason.kind`. The engine does not tell more apart. */
export type AbortKind = 'cancelled' | 'timeout' | 'shutdown';

/** What a durable executor tells a tool beyond its arguments. */
export interface ToolContext {
  /** The same over retries, restarts and replays; another one for every other call. Pass it to the outside world. */
  readonly idempotencyKey: string;
  /** 1 for the first attempt. Only tools with `replay: "safe"` see more. */
  readonly attempt: number;
  readonly session: string;
  readonly turn: number;
  readonly index: number;
  /** Aborts when nobody waits for the body any more: the grace time after `signal` is over, its outcome is unknown. */
  readonly givenUp: AbortSignal;
  /**
   * The newest progress of earlier attempts, as far as heartbeats (one a second) have told the server of it: where a long
   * tool may go on. Updates above 16 kB are passed over. Absent in a first attempt, and if the agent has an
   * `afterToolCall`: what a tool says must not pass by it.
   */
  readonly lastProgress?: ToolProgress;
}

/** A method on purpose, as `execute` is one. */
interface ApprovalPredicates<A> {
  predicate(params: A): boolean | ApprovalWish;
}

/** True, or a reason, asks for a decision. */
export type ApprovalPredicate<A> = ApprovalPredicates<A>['predicate'];

/** Asks for a decision, and says why. */
export interface ApprovalWish {
  readonly reason?: string;
}

/** What a tool knows of a lost call: `notDone` lets it be started again. */
export type Reconciled =
  { readonly kind: 'done'; readonly result: ToolResult } | { readonly kind: 'notDone' } | { readonly kind: 'unknown' };

/** Parameters as a TypeBox schema (arguments are typed by it) or any other JSON Schema object. */
export type ParameterSchema = TSchema | Readonly<Record<string, unknown>>;

/** The type of validated arguments: from a TypeBox schema, else an open object. */
export type Arguments<P> = P extends TSchema
  ? unknown extends Static<P>
    ? Record<string, unknown>
    : Static<P>
  : Record<string, unknown>;

/**
 * One tool.
 *
 * `execute` — throw on failure; the message of what is thrown becomes an error result, and the call is never retried
 * for it. `signal` aborts on cancellation, time-out and worker shutdown (owned by the executor): settle soon after,
 * with the real result if there is one. `onUpdate` is progress only and is ignored once `execute` has settled.
 */
export interface AgentTool<P extends ParameterSchema = ParameterSchema> {
  readonly name: string;
  /** For people. Default: the name. */
  readonly label?: string;
  /** For the model. */
  readonly description: string;
  readonly parameters: P;
  /** Pure tidy-up of the model's raw arguments before validation; a throw is an error result. */
  readonly prepareArguments?: (args: unknown) => unknown;
  /** `sequential` makes every batch that calls this tool sequential. Default: the agent's mode. */
  readonly executionMode?: ExecutionMode;
  /** May an effect whose outcome is unknown be done again, with the same idempotency key? Default: `never`. */
  readonly replay?: ReplayPolicy;
  /**
   * For tools with `replay: "never"` whose worker was lost: what became of the effect under this idempotency key?
   * May wait, not longer than the agent's hook time-out. A throw leaves the outcome unknown. `notDone` must be final: a
   * request of the lost attempt that arrives after it must be refused or ignored.
   */
  reconcile?(idempotencyKey: string, params: Arguments<P>, signal: AbortSignal): Promise<Reconciled> | Reconciled;
  /** Being called again and again with the same arguments is its purpose: the agent's `limits.sameTurns` lets it. */
  readonly polls?: true;
  /** Milliseconds until `signal` aborts. Default: 600,000. */
  readonly timeout?: number;
  /**
   * Does a call need somebody's decision? `always`, or a pure predicate on validated arguments; a reason it gives is
   * shown to whoever decides. A throw refuses the call.
   */
  readonly approval?: 'always' | ApprovalPredicate<Arguments<P>>;
  /** Milliseconds after which an undecided call counts as denied. Default: 86,400,000 (24 h). */
  readonly approvalExpiry?: number;
  /** Queue of the worker that has this tool, if not the agent's own. */
  readonly taskQueue?: string;
  /** Milliseconds that a call may wait there for a worker before it counts as not started. Default: 300,000. */
  readonly queueTimeout?: number;
  // A method on purpose: parameters of methods are bivariant, so tools of different argument types share one list.
  execute(
    toolCallId: string,
    params: Arguments<P>,
    signal?: AbortSignal,
    onUpdate?: (partial: ToolResult) => void,
    context?: ToolContext,
  ): Promise<ToolResult> | ToolResult;
}

/** Gives a tool its types: the arguments of `execute` follow from a TypeBox schema. Returns the tool unchanged. */
export function defineTool<const P extends ParameterSchema>(tool: AgentTool<P>): AgentTool<P> {
  return tool;
}
