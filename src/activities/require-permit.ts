/**
 * What must hold before a tool's body begins: the gate cleared exactly this call, the worker still has that tool, and
 * nobody has told it to stop. Each throws a failure that says what did not hold.
 */
import { Context } from '@temporalio/activity';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { failureCodes, notStartedMark } from '../core/errors.ts';
import { callActivityId, toolActivityType, turnWorkflowId } from '../core/identity.ts';
import type { ToolInput } from '../core/turn.ts';
import type { AgentTool } from '../agent/index.ts';
import type { ActivityDeps } from './deps.ts';
import { checkGrant } from './grant.ts';
import { ownTool } from './own-tool.ts';
import { isShutdown } from './tool-signal.ts';

/** Nothing begins after it was told to stop: a cancelled call was not started, one cut off by a shutdown starts again. */
export function requireUncancelled(engine: AbortSignal, tool: string): void {
  if (!engine.aborted) return;
  const text = `Tool "${tool}" was told to stop before it began.`;
  if (isShutdown(engine.reason)) throw ApplicationFailure.retryable(text, failureCodes.notBegun);
  throw new CancelledFailure(text, [notStartedMark]);
}

/** The activity must be exactly the one that the gate cleared: this turn, this position, this tool, these arguments. */
export function requireGrant(deps: ActivityDeps, input: ToolInput): void {
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

export function requireTool(deps: ActivityDeps, { call, head }: ToolInput): AgentTool {
  const tool = ownTool(deps, { name: call.tool.name, head });
  if (tool !== undefined && deps.agent.manifest.entries.get(tool.name)?.schemaHash === call.tool.schemaHash)
    return tool;
  const text = `Tool "${call.tool.name}" has changed or was removed after it was cleared. Nothing was executed.`;
  throw ApplicationFailure.nonRetryable(text, failureCodes.toolChanged);
}
