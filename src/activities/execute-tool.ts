/**
 * The activity `tool.NAME`: checks the grant, runs the body under its signal, applies the after hook, and gives the one
 * result of the call. A tool's own error is a result; only a refused grant, a changed tool or a shutdown is a failure.
 */
import { Context } from '@temporalio/activity';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import type { CallResult } from '../core/calls.ts';
import { failureCodes, notStartedMark } from '../core/errors.ts';
import {
  callActivityId,
  callId,
  idempotencyKey,
  receiptKey,
  toolActivityType,
  turnWorkflowId,
} from '../core/identity.ts';
import type { ToolInput } from '../core/turn.ts';
import type { AgentTool, ToolContext } from '../agent/index.ts';
import { askAfterHook } from './after-hook.ts';
import type { ActivityDeps } from './deps.ts';
import { checkGrant } from './grant.ts';
import { whileBeating } from './heartbeat.ts';
import { markStarted } from './started-mark.ts';
import { settleTool } from './settle-tool.ts';
import type { ExecutedCall } from './tool-result.ts';
import { executedCall, leakedResult, recordedResult, toldOfEdit } from './tool-result.ts';
import { isShutdown, toolSignal } from './tool-signal.ts';
import { untilWritten } from './until-written.ts';

export async function executeTool(deps: ActivityDeps, input: ToolInput): Promise<CallResult> {
  requireGrant(deps, input);
  const tool = requireTool(deps, input);
  const context = Context.current();
  const engine = context.cancellationSignal;
  if (tool.replay !== 'safe') await markStarted(context);
  requireUncancelled(engine, tool.name);
  const abort = toolSignal(engine, input.call.tool.timeout);
  try {
    return await whileBeating(async () => {
      const { grace } = deps.agent.policy;
      const body = await settleTool({ ...bodyInput(deps, input, tool), grace }, abort);
      const aborted = abort.abortKind();
      if (aborted === 'shutdown' && body.kind !== 'returned') throw engine.reason;
      const executed = executedCall(tool.name, body, aborted);
      if (executed === undefined) return leakedResult(tool.name, grace);
      return receipted(deps, input, toldOfEdit(input.call, executed));
    });
  } finally {
    abort.dispose();
  }
}

/**
 * The recorded result. Unless the tool may be repeated, a receipt says that the effect is done before anything else can
 * fail, and holds the final result before the engine is told it.
 */
async function receipted(deps: ActivityDeps, input: ToolInput, executed: ExecutedCall): Promise<CallResult> {
  const { receipts } = deps.store;
  const { ref, call } = input;
  const key = receiptKey(ref, call.index, input.start);
  const { argsHash, tool } = call;
  if (tool.replay === 'safe') return recordedResult(tool.name, await askAfterHook(deps, input, executed));
  if (deps.agent.afterToolCall === undefined) {
    const result = recordedResult(tool.name, executed);
    await untilWritten(() => receipts.record(key, { argsHash, result }));
    return result;
  }
  await untilWritten(() => receipts.record(key, { argsHash }));
  const result = recordedResult(tool.name, await askAfterHook(deps, input, executed));
  await untilWritten(() => receipts.complete(key, result));
  return result;
}

function bodyInput({ progress }: ActivityDeps, { ref, toolCallId, call }: ToolInput, tool: AgentTool) {
  const { attempt } = Context.current().info;
  const context: ToolContext = {
    idempotencyKey: idempotencyKey(ref, call.index),
    attempt,
    session: ref.session,
    turn: ref.turn,
    index: call.index,
  };
  const id = callId(ref, call.index);
  return {
    tool,
    toolCallId,
    args: call.args,
    context,
    onUpdate: (partial: Parameters<typeof progress.publish>[2]) => {
      progress.publish(id, attempt, partial);
    },
  };
}

/** Nothing begins after it was told to stop: a cancelled call was not started, one cut off by a shutdown starts again. */
function requireUncancelled(engine: AbortSignal, tool: string): void {
  if (!engine.aborted) return;
  const text = `Tool "${tool}" was told to stop before it began.`;
  if (isShutdown(engine.reason)) throw ApplicationFailure.retryable(text, failureCodes.notBegun);
  throw new CancelledFailure(text, [notStartedMark]);
}

/** The activity must be exactly the one that the gate cleared: this turn, this position, this tool, these arguments. */
function requireGrant(deps: ActivityDeps, input: ToolInput): void {
  const { workflowExecution, activityId, activityType } = Context.current().info;
  const workflowId = workflowExecution?.workflowId;
  if (isGranted(deps, input, { workflowId, activityId, activityType })) return;
  const text = `The activity "${activityType}" was not started: its grant does not match the call.`;
  throw ApplicationFailure.nonRetryable(text, failureCodes.grantRefused);
}

/** Whoever scheduled the activity may have given it anything: what cannot even be read is not granted. */
function isGranted(
  { agent: own, keys }: ActivityDeps,
  input: ToolInput,
  place: { readonly workflowId: string | undefined; readonly activityId: string; readonly activityType: string },
): boolean {
  try {
    const { ref, agent, call } = input;
    return (
      // Workers of several agents may serve one tool queue: only the call's own agent has its after hook.
      agent === own.name &&
      place.workflowId === turnWorkflowId(ref) &&
      place.activityId === callActivityId(call.index) &&
      place.activityType === toolActivityType(call.tool.name) &&
      checkGrant(keys, { ref, agent, call }, call.grant)
    );
  } catch {
    return false;
  }
}

function requireTool({ agent, tools }: ActivityDeps, { call }: ToolInput): AgentTool {
  const tool = tools.get(call.tool.name);
  if (tool !== undefined && agent.manifest.entries.get(tool.name)?.schemaHash === call.tool.schemaHash) return tool;
  const text = `Tool "${call.tool.name}" has changed or was removed after it was cleared. Nothing was executed.`;
  throw ApplicationFailure.nonRetryable(text, failureCodes.toolChanged);
}
