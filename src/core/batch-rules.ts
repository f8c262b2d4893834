/**
 * The rules of one batch: which calls there are, in what mode they run, what a cut message means, when a batch ends
 * the run. Source: the reference loop (pi-agent-core 0.85.1). Pure.
 */
import type { CallResult } from './calls.ts';
import { errorResult } from './errors.ts';
import type { AgentPolicy, OfferedTools } from './manifest.ts';
import type { AssistantMessage, ToolCall } from './messages.ts';

/** The call blocks of a message, in call order; the position is the call's index. */
export function toolCalls(message: AssistantMessage): readonly ToolCall[] {
  return message.content.filter((block) => block.type === 'toolCall');
}

/** One sequential tool makes the whole batch sequential. */
export function runsSequentially(policy: AgentPolicy, offered: OfferedTools): boolean {
  return policy.toolExecution === 'sequential' || offered.called.some((tool) => tool.executionMode === 'sequential');
}

/** Why no call of a message may be executed. */
export type UnexecutedReason = 'truncated' | 'failed';

/**
 * A message cut by the output limit: its arguments may be incomplete although they parse. A message that ended by an
 * error or an abort: the model never finished saying what it wants.
 */
export function unexecutedReason({ stopReason }: AssistantMessage): UnexecutedReason | undefined {
  if (stopReason === 'length') return 'truncated';
  return stopReason === 'error' || stopReason === 'aborted' ? 'failed' : undefined;
}

/** The result of a call that must not be executed. */
export function unexecutedResult(call: ToolCall, reason: UnexecutedReason, at: number): CallResult {
  return reason === 'truncated'
    ? errorResult(
        'Truncated',
        `Tool call "${call.name}" was not executed: the response hit the output token limit, ` +
          'so its arguments may be truncated. Re-issue the tool call with complete arguments.',
        { at },
      )
    : errorResult('NotStarted', `Tool call "${call.name}" was not executed: the response did not end normally.`, {
        at,
      });
}

/** An answer that the provider cut into parts: without calls, the next request continues it. */
export function isPaused(message: AssistantMessage): boolean {
  return message.rawStopReason === 'pause_turn' && toolCalls(message).length === 0;
}

/** A batch ends the run early only if every one of its results says so. */
export function terminatesRun(results: readonly CallResult[]): boolean {
  return results.length > 0 && results.every((result) => result.terminate === true);
}
