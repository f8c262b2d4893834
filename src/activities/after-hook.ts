/**
 * Runs the agent's after hook on an executed call, before anything of it is recorded. A throw or a time-out replaces
 * the result by an error, so that nothing the hook should have redacted gets through.
 */
import { cancellationSignal } from '@temporalio/activity';
import { errorResult } from '../core/errors.ts';
import { toolCalls } from '../core/batch-rules.ts';
import type { ToolInput } from '../core/turn.ts';
import { readBatch } from './batch-messages.ts';
import { hookCall } from './before-hook.ts';
import { boundedHook, thrownText } from './bounded-hook.ts';
import type { ActivityDeps } from './deps.ts';
import type { ExecutedCall } from './tool-result.ts';

export async function askAfterHook(
  deps: ActivityDeps,
  input: ToolInput,
  executed: ExecutedCall,
): Promise<ExecutedCall> {
  const { afterToolCall, policy } = deps.agent;
  if (afterToolCall === undefined) return executed;
  try {
    const batch = await readBatch(deps.store, input.head);
    const { index, args } = input.call;
    const block = toolCalls(batch.assistant)[index];
    if (block === undefined) throw new Error(`the transcript has no call ${String(index)}`);
    const asked = { ...hookCall(input.ref, batch, { index, block, args }), ...executed };
    const signal = cancellationSignal();
    const live = signal.aborted ? new AbortController().signal : signal;
    const answer = await boundedHook((hookSignal) => afterToolCall(asked, hookSignal), {
      name: 'afterToolCall',
      ms: policy.hookTimeout,
      parent: live,
    });
    return answer === undefined ? executed : merged(executed, answer);
  } catch (error) {
    const replaced = executed.isError ? {} : ({ group: 'was done but its result was replaced' } as const);
    const result = errorResult('Failed', thrownText(error), { at: Date.now(), ...replaced });
    return { result, isError: true };
  }
}

type Answer = NonNullable<Awaited<ReturnType<NonNullable<ActivityDeps['agent']['afterToolCall']>>>>;

function merged({ result, isError }: ExecutedCall, answer: Answer): ExecutedCall {
  const { isError: error, ...fields } = answer;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
  return { result: { ...result, ...given }, isError: error ?? isError };
}
