/**
 * Runs one cleared call as the activity `tool.NAME` and gives its one result: the tool's own, or what the failure of
 * the activity means. Never throws for a failed call.
 */
import { proxyActivities } from '@temporalio/workflow';
import type { CallResult, ClearedCall } from '../core/calls.ts';
import { failureCodes } from '../core/errors.ts';
import { failedCall } from '../core/failures.ts';
import { callActivityId, toolActivityType } from '../core/identity.ts';
import { limits } from '../core/limits.ts';
import type { ManifestEntry } from '../core/manifest.ts';
import type { ToolCall } from '../core/messages.ts';
import type { AnsweredTurn, ToolInput, TurnInput } from '../core/turn.ts';
import { readFailure } from './read-failure.ts';

type ToolActivities = Record<string, (input: ToolInput) => Promise<CallResult>>;

export async function runCall(
  input: TurnInput,
  turn: AnsweredTurn,
  call: { readonly block: ToolCall; readonly cleared: ClearedCall },
): Promise<CallResult> {
  const { tool, index } = call.cleared;
  const type = toolActivityType(tool.name);
  const execute = proxyActivities<ToolActivities>(toolOptions(tool, turn, index))[type];
  if (execute === undefined) throw new Error(`no proxy for ${type}`);
  const { ref, agent } = input;
  try {
    return await execute({ ref, agent, head: turn.head, toolCallId: call.block.id, call: call.cleared });
  } catch (error) {
    return failedCall(tool.name, readFailure(error), Date.now());
  }
}

function toolOptions(tool: ManifestEntry, turn: AnsweredTurn, index: number) {
  const { grace, hookTimeout, hooks } = turn.policy;
  const afterHook = hooks.includes('after') ? hookTimeout : 0;
  return {
    activityId: callActivityId(index),
    ...(tool.taskQueue === undefined ? {} : { taskQueue: tool.taskQueue }),
    startToCloseTimeout: tool.timeout + grace + afterHook + limits.engineMargin,
    heartbeatTimeout: limits.heartbeatTimeout,
    retry: {
      maximumAttempts: tool.replay === 'safe' ? limits.safeToolAttempts : 1,
      nonRetryableErrorTypes: [failureCodes.payloadsTooLarge],
    },
  };
}
