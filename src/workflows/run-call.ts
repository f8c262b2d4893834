/**
 * Runs one cleared call as the activity `tool.NAME` and gives its one result: the tool's own, or what the failure of
 * the activity means. Never throws for a failed call, and never starts one that was told to stop.
 */
import { ActivityCancellationType, CancellationScope, proxyActivities } from '@temporalio/workflow';
import { argumentSummary } from '../core/argument-summary.ts';
import type { CallResult, ClearedCall, RefusedCall } from '../core/calls.ts';
import { failureCodes } from '../core/errors.ts';
import { failedCall, hasBegun, isLost } from '../core/failures.ts';
import { callActivityId, recoverActivityId, toolActivityType } from '../core/identity.ts';
import { limits } from '../core/limits.ts';
import type { ToolCall } from '../core/messages.ts';
import type { TurnSteps } from '../core/steps.ts';
import type { RecoverInput, RecoveredCall, ToolInput } from '../core/turn.ts';
import type { Batch, BatchResult } from './batch-result.ts';
import { notStarted } from './batch-result.ts';
import { readFailure } from './read-failure.ts';

type ToolActivities = Record<string, (input: ToolInput) => Promise<CallResult>>;

/** A lost worker is asked about; only a call that certainly was not started, or may be repeated, starts again. */
export async function runCall(batch: Batch, verdict: ClearedCall | RefusedCall): Promise<BatchResult> {
  if (verdict.kind === 'refused') return { recorded: 'yes', result: verdict.result };
  const call = batch.calls[verdict.index];
  if (call === undefined) throw new Error(`no call ${String(verdict.index)}`);
  const { control } = batch;
  for (let start = 1; !control.isStopped(verdict.index); start++) {
    try {
      const run = () => execute(batch, call, { cleared: verdict, start });
      return { recorded: 'yes', result: await control.scope(verdict.index).run(run) };
    } catch (error) {
      const failure = readFailure(error);
      if (!isLost(failure)) return { recorded: 'yes', result: failedCall(verdict.tool.name, failure, Date.now()) };
      const recovered = await recover(batch, { call: verdict, start, started: hasBegun(failure) });
      if (recovered.kind === 'result') return { recorded: 'yes', result: recovered.result };
    }
  }
  return notStarted(call);
}

function execute(
  { input, turn, calls }: Batch,
  call: ToolCall,
  { cleared, start }: { readonly cleared: ClearedCall; readonly start: number },
): Promise<CallResult> {
  const { ref, agent } = input;
  const type = toolActivityType(cleared.tool.name);
  const run = proxyActivities<ToolActivities>(toolOptions(turn.policy, cleared))[type];
  if (run === undefined) throw new Error(`no proxy for ${type}`);
  return run({ ref, agent, head: turn.head, toolCallId: call.id, call: cleared, start, ...several(calls) });
}

function toolOptions(policy: Batch['turn']['policy'], { tool, index, args }: ClearedCall) {
  const { grace, hookTimeout, hooks, heartbeatTimeout } = policy;
  const afterHook = hooks.includes('after') ? hookTimeout : 0;
  return {
    activityId: callActivityId(index),
    summary: argumentSummary(args),
    ...(tool.taskQueue === undefined
      ? {}
      : { taskQueue: tool.taskQueue, scheduleToStartTimeout: tool.queueTimeout ?? limits.queueWait }),
    startToCloseTimeout: tool.timeout + grace + afterHook + limits.engineMargin,
    heartbeatTimeout,
    // A tool that settles after its signal keeps its real result, so the workflow waits for it.
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry: {
      maximumAttempts: tool.replay === 'safe' ? limits.safeToolAttempts : 1,
      nonRetryableErrorTypes: [failureCodes.payloadsTooLarge],
    },
  };
}

/** Our own step, idempotent: it is tried for as long as it takes, also after an abort. */
function recover(
  { input, calls }: Batch,
  lost: Pick<RecoverInput, 'call' | 'start' | 'started'>,
): Promise<RecoveredCall> {
  const { recoverCall } = proxyActivities<TurnSteps>({
    activityId: recoverActivityId(lost.call.index),
    startToCloseTimeout: '1m',
    retry: { maximumInterval: '30s' },
  });
  return CancellationScope.nonCancellable(() =>
    recoverCall({ ref: input.ref, agent: input.agent, ...lost, ...several(calls) }),
  );
}

function several(calls: Batch['calls']): Pick<ToolInput, 'calls'> {
  return calls.length > 1 ? { calls: calls.length } : {};
}
