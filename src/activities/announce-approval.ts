/** The step `announceApproval`: tells the agent's hook that a call waits. It decides nothing. */
import { cancellationSignal } from '@temporalio/activity';
import type { WaitingApproval } from '../agent/index.ts';
import { callId } from '../core/identity.ts';
import type { AnnounceInput } from '../core/turn.ts';
import { deepFreeze } from './before-hook.ts';
import { boundedHook, hookFailure } from './bounded-hook.ts';
import type { ActivityDeps } from './deps.ts';

/** @throws ApplicationFailure with the text of what the hook throws; the engine tries again then */
export async function announceApproval({ agent }: ActivityDeps, input: AnnounceInput): Promise<void> {
  const { onApproval } = agent;
  if (onApproval === undefined) return;
  const { ref, call, expiresAt } = input;
  const { index, tool, args, argsHash, request } = call;
  const waiting: WaitingApproval = deepFreeze({
    id: callId(ref, index),
    session: ref.session,
    turn: ref.turn,
    index,
    tool: tool.name,
    args,
    argsHash,
    ...(request.reason === undefined ? {} : { reason: request.reason }),
    expiresAt,
  });
  const cancelled = cancellationSignal();
  const bound = { name: 'onApproval', ms: agent.policy.hookTimeout, parent: cancelled };
  try {
    await boundedHook((signal) => onApproval(waiting, signal), bound);
  } catch (error) {
    if (cancelled.aborted) throw cancelled.reason;
    throw hookFailure(error);
  }
}
