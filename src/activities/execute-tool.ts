/**
 * The activity `tool.NAME`: checks the grant, runs the body under its signal, applies the after hook, and gives the one
 * result of the call. A tool's own error is a result; only a refused grant, a changed tool or a shutdown is a failure.
 */
import { Context } from '@temporalio/activity';
import type { CallResult } from '../core/calls.ts';
import { callId, idempotencyKey } from '../core/identity.ts';
import type { ToolInput } from '../core/turn.ts';
import type { AgentTool, ToolResult } from '../agent/index.ts';
import { thrownText } from './bounded-hook.ts';
import { CallProgress } from './call-progress.ts';
import type { ActivityDeps } from './deps.ts';
import type { Beats } from './heartbeat.ts';
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
  const told = (error: unknown): void => {
    context.log.warn(`A listener of the signal of tool "${tool.name}" threw: ${thrownText(error)}`);
  };
  const abort = toolSignal(engine, { timeout: input.call.tool.timeout, told });
  const progress = progressOf(deps, input);
  try {
    return await whileBeating(
      async (beats) => {
        const { grace } = deps.agent.policy;
        const onLeak = (ended: Promise<unknown>): void => {
          deps.leaks.add(tool.name, ended);
        };
        const body = await settleTool({ ...bodyInput(input, tool, { progress, beats }), grace, onLeak }, abort);
        const aborted = abort.abortKind();
        if (aborted === 'shutdown' && body.kind !== 'returned') {
          // The next attempt is told what this one said last.
          beats.now();
          throw engine.reason;
        }
        const executed = executedCall(tool.name, body, aborted);
        if (executed === undefined) return leakedResult(tool.name, grace);
        return receiptedResult(deps, input, toldOfEdit(input.call, executed));
      },
      () => progress.told(),
    );
  } finally {
    abort.dispose();
    progress.end();
  }
}

function progressOf({ progress, agent }: ActivityDeps, { ref, call }: ToolInput): CallProgress {
  const { info } = Context.current();
  return new CallProgress(progress, {
    callId: callId(ref, call.index),
    attempt: info.attempt,
    told: info.heartbeatDetails as unknown,
    beats: agent.afterToolCall === undefined ? 'content' : 'number',
  });
}

function bodyInput(
  { ref, toolCallId, call }: ToolInput,
  tool: AgentTool,
  { progress, beats }: { readonly progress: CallProgress; readonly beats: Beats },
) {
  const { attempt } = Context.current().info;
  const context = {
    idempotencyKey: idempotencyKey(ref, call.index),
    attempt,
    session: ref.session,
    turn: ref.turn,
    index: call.index,
    ...(progress.before === undefined ? {} : { lastProgress: progress.before }),
  };
  return {
    tool,
    toolCallId,
    args: call.args,
    context,
    onUpdate: (partial: ToolResult) => {
      progress.update(partial);
      beats.soon();
    },
  };
}
