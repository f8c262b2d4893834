/**
 * From what a tool did to the result that is recorded: the after hook has seen it, and unless the tool may be repeated a
 * receipt knows of it before the engine does.
 */
import type { CallResult } from '../core/calls.ts';
import { receiptKey } from '../core/identity.ts';
import type { ToolInput } from '../core/turn.ts';
import { askAfterHook } from './after-hook.ts';
import type { ResultRoom } from './bounded-result.ts';
import { boundedResult, fits, resultRoom } from './bounded-result.ts';
import type { ActivityDeps } from './deps.ts';
import type { ExecutedCall } from './tool-result.ts';
import { plainResult } from './tool-result.ts';
import { untilWritten } from './until-written.ts';

/**
 * The recorded result. Unless the tool may be repeated, a receipt says that the effect is done before anything else can
 * fail, and holds the final result before the engine is told it.
 */
export async function receiptedResult(
  deps: ActivityDeps,
  input: ToolInput,
  executed: ExecutedCall,
): Promise<CallResult> {
  const { receipts } = deps.store;
  const { ref, call } = input;
  const key = receiptKey(ref, call.index, input.start);
  const { argsHash, tool } = call;
  if (tool.replay === 'safe') return recordedResult(deps, input, await askAfterHook(deps, input, executed));
  if (deps.agent.afterToolCall === undefined) {
    const result = plainResult(tool.name, executed);
    if (fits(result, roomOf(deps, input))) {
      await untilWritten(() => receipts.record(key, { argsHash, result }));
      return result;
    }
  }
  await untilWritten(() => receipts.record(key, { argsHash }));
  const result = await recordedResult(deps, input, await askAfterHook(deps, input, executed));
  await untilWritten(() => receipts.complete(key, result));
  return result;
}

async function recordedResult(deps: ActivityDeps, input: ToolInput, executed: ExecutedCall): Promise<CallResult> {
  const result = plainResult(input.call.tool.name, executed);
  return untilWritten(() => boundedResult(deps.store.objects, result, roomOf(deps, input)));
}

function roomOf({ agent }: ActivityDeps, { calls = 1 }: ToolInput): ResultRoom {
  return resultRoom(calls, agent.limits?.resultBytes);
}
