/**
 * Asks a tool what became of a call whose outcome nobody knows. A tool without `reconcile`, or one that does not know,
 * leaves it unknown.
 */
import { cancellationSignal } from '@temporalio/activity';
import { unknownOutcome } from '../core/failures.ts';
import { idempotencyKey } from '../core/identity.ts';
import type { RecoverInput, RecoveredCall } from '../core/turn.ts';
import { boundedHook } from './bounded-hook.ts';
import type { ActivityDeps } from './deps.ts';
import { boundedResult, resultRoom } from './bounded-result.ts';
import { plainResult } from './tool-result.ts';

/** @throws what the tool's `reconcile` throws */
export async function reconcile(
  { agent, tools, store }: ActivityDeps,
  { ref, call, calls = 1 }: RecoverInput,
): Promise<RecoveredCall> {
  const { name } = call.tool;
  const tool = tools.get(name);
  const unknown = () => unknownOutcome(name, 'its worker was lost or did not answer in time', Date.now());
  if (tool?.reconcile === undefined) return { kind: 'result', result: unknown() };
  const ask = tool.reconcile.bind(tool, idempotencyKey(ref, call.index), call.args as never);
  const bound = { name: `reconcile of tool "${name}"`, ms: agent.policy.hookTimeout, parent: cancellationSignal() };
  const answer = await boundedHook(ask, bound);
  switch (answer.kind) {
    case 'done': {
      const result = plainResult(name, { result: answer.result, isError: false });
      const room = resultRoom(calls, agent.limits?.resultBytes);
      return { kind: 'result', result: await boundedResult(store.objects, result, room) };
    }
    case 'notDone':
      return { kind: 'again' };
    case 'unknown':
      return { kind: 'result', result: unknown() };
  }
}
