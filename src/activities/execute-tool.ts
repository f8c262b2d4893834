/**
 * The activity `tool.NAME`: checks the grant, runs the body under its signal, applies the after hook, and gives the one
 * result of the call. A tool's own error is a result; only a refused grant, a changed tool or a shutdown is a failure.
 */
import { Context } from '@temporalio/activity';
import type { CallResult } from '../core/calls.ts';
import { callId, idempotencyKey } from '../core/identity.ts';
import type { ToolInput } from '../core/turn.ts';
import type { AgentTool } from '../agent/index.ts';
import type { ActivityDeps } from './deps.ts';
import { whileBeating } from './heartbeat.ts';
import { receiptedResult } from './receipted-result.ts';
import { requireGrant, requireTool, requireUncancelled } from './require-permit.ts';
import { markStarted } from './started-mark.ts';
import { settleTool } from './settle-tool.ts';
import { executedCall, leakedResult, toldOfEdit } from './tool-result.ts';
import { toolSignal } from './tool-signal.ts';

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
      return receiptedResult(deps, input, toldOfEdit(input.call, executed));
    });
  } finally {
    abort.dispose();
  }
}

function bodyInput({ progress, leaks }: ActivityDeps, { ref, toolCallId, call }: ToolInput, tool: AgentTool) {
  const { attempt } = Context.current().info;
  const context = {
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
    onLeak: (ended: Promise<unknown>) => {
      leaks.add(tool.name, ended);
    },
    onUpdate: (partial: Parameters<typeof progress.publish>[2]) => {
      progress.publish(id, attempt, partial);
    },
  };
}
