/**
 * All activities of one agent, under the names by which workflows call them. Tools share the engine's default handler:
 * a name that the agent no longer has is refused by the gate's rules, not by a missing registration.
 */
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { toolCalls } from '../core/batch-rules.ts';
import type { ClearedCall, PendingCall, RefusedCall, Verdict } from '../core/calls.ts';
import { errorResult, failureCodes } from '../core/errors.ts';
import { toolActivityType } from '../core/identity.ts';
import { limits } from '../core/limits.ts';
import { jsonBytes } from '../core/plain-json.ts';
import type { TurnSteps } from '../core/steps.ts';
import type { ClearCallsInput, ClearedBatch, StopInput, ToolInput } from '../core/turn.ts';
import { answeredTurn } from './answered-turn.ts';
import { readBatch } from './batch-messages.ts';
import { callModel } from './call-model.ts';
import { clearCall } from './clear-call.ts';
import type { ActivityDeps } from './deps.ts';
import { executeTool } from './execute-tool.ts';
import { whileBeating } from './heartbeat.ts';
import { recoverCall } from './recover-call.ts';
import { recoverTurn } from './recover-turn.ts';
import { settleApproval } from './settle-approval.ts';
import { shouldStop } from './should-stop.ts';

export type Activities = TurnSteps & { default(input: ToolInput): Promise<unknown> };

export function createActivities(deps: ActivityDeps): Activities {
  return {
    callModel: (input) => callModel(deps, input),
    offerTools: (input) => {
      if (input.given === undefined)
        throw ApplicationFailure.nonRetryable('no message was given', failureCodes.refused);
      return answeredTurn(deps, input, input.given);
    },
    clearCalls: (input) => whileBeating(() => clearCalls(deps, input)),
    commitMessages: async ({ prev, messages, made }) => ({ head: await deps.store.append({ prev, messages }), made }),
    settleApproval: async (input) => settleApproval(deps, input),
    recoverCall: (input) => recoverCall(deps, input),
    recoverTurn: (input) => recoverTurn(deps, input),
    shouldStop: (input: StopInput) => shouldStop(deps, input),
    default: (input) => runTool(deps, input),
  };
}

/**
 * In call order, one after the other: what a hook learns from one call holds for the next. The answer is bounded: one
 * that is too large to be recorded would keep its workflow from ever going on.
 */
async function clearCalls(deps: ActivityDeps, input: ClearCallsInput): Promise<ClearedBatch> {
  const batch = await readBatch(deps.store, input.head);
  const blocks = toolCalls(batch.assistant);
  const verdicts: Verdict[] = [];
  let room: number = limits.taskBytes;
  for (const index of input.indexes) {
    const block = blocks[index];
    if (block === undefined) throw ApplicationFailure.nonRetryable(`no call ${String(index)}`, failureCodes.refused);
    const verdict = await clearCall(deps, { input, batch, index, block });
    const bytes = jsonBytes(verdict);
    const fits = verdict.kind === 'refused' || bytes <= room;
    verdicts.push(fits ? verdict : tooLarge(verdict));
    if (fits) room -= bytes;
  }
  return { verdicts };
}

function tooLarge({ index, tool }: ClearedCall | PendingCall): RefusedCall {
  const text =
    `Tool "${tool.name}" was not executed: the arguments of all calls together are larger than ` +
    `${String(limits.taskBytes)} bytes. Make fewer calls at once.`;
  return { kind: 'refused', index, result: errorResult('TooLarge', text, { at: Date.now() }) };
}

function runTool(deps: ActivityDeps, input: ToolInput): Promise<unknown> {
  const { activityType } = Context.current().info;
  if (!activityType.startsWith(toolActivityType(''))) {
    throw ApplicationFailure.nonRetryable(`There is no activity "${activityType}".`, failureCodes.refused);
  }
  return executeTool(deps, input);
}
