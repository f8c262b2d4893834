/**
 * All activities of one agent, under the names by which workflows call them. Tools share the engine's default handler:
 * a name that the agent no longer has is refused by the gate's rules, not by a missing registration.
 */
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { failureCodes } from '../core/errors.ts';
import { toolActivityType } from '../core/identity.ts';
import type { TurnSteps } from '../core/steps.ts';
import type { StopInput, ToolInput } from '../core/turn.ts';
import { announceApproval } from './announce-approval.ts';
import { answeredTurn } from './answered-turn.ts';
import { callModel } from './call-model.ts';
import { clearCalls } from './clear-calls.ts';
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
    commitMessages: async ({ prev, messages, ...rest }) => ({
      head: await deps.store.append({ prev, messages }),
      ...rest,
    }),
    announceApproval: (input) => whileBeating(() => announceApproval(deps, input)),
    settleApproval: async (input) => settleApproval(deps, input),
    recoverCall: (input) => recoverCall(deps, input),
    recoverTurn: (input) => recoverTurn(deps, input),
    shouldStop: (input: StopInput) => shouldStop(deps, input),
    default: (input) => runTool(deps, input),
  };
}

function runTool(deps: ActivityDeps, input: ToolInput): Promise<unknown> {
  const { activityType } = Context.current().info;
  if (!activityType.startsWith(toolActivityType(''))) {
    throw ApplicationFailure.nonRetryable(`There is no activity "${activityType}".`, failureCodes.refused);
  }
  return executeTool(deps, input);
}
