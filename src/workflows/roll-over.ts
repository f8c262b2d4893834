/**
 * A session's next execution: when one is due, and how it begins. Between turns only. Nothing accepted may be lost in it.
 */
import { allHandlersFinished, condition, makeContinueAsNewFunc, workflowInfo } from '@temporalio/workflow';
import { limits } from '../core/limits.ts';
import type { SessionInput, SessionOutcome, SessionState } from '../core/session.ts';
import type { LiveSession } from './session-inbox.ts';

/** Rolls over by its own counters, well before the engine's hint. */
export function isLong(state: SessionState, input: SessionInput): boolean {
  const since = state.turn - (input.carried?.turn ?? 0);
  const { historyLength, historySize } = workflowInfo();
  const most = state.policy?.rollOverTurns ?? limits.rollOverTurns;
  return since >= most || historyLength >= limits.rollOverEvents || historySize >= limits.rollOverBytes;
}

/**
 * Whether it is pinned to a build that is not the current one any more. A build that it tried to leave already holds it
 * for a reason of its own (somebody pinned the session), and is not left again and again.
 */
export function isOutdated({ left }: SessionInput): boolean {
  const { targetWorkerDeploymentVersionChanged: isOther, currentDeploymentVersion: here } = workflowInfo();
  return isOther && here !== undefined && here.buildId !== left;
}

/** Ends this execution. The next one begins on the current build, if this one's is not it. */
export async function rollOver(session: LiveSession, { left: _before, ...input }: SessionInput): Promise<never> {
  await condition(allHandlersFinished);
  const { memo = {}, currentDeploymentVersion, targetWorkerDeploymentVersionChanged: isOther } = workflowInfo();
  const left = isOther && currentDeploymentVersion !== undefined ? { left: currentDeploymentVersion.buildId } : {};
  // The engine would carry the memo as it was when this execution started.
  const next = makeContinueAsNewFunc<(input: SessionInput) => Promise<SessionOutcome>>({
    memo,
    ...(isOther ? { initialVersioningBehavior: 'AUTO_UPGRADE' as const } : {}),
  });
  return next({ ...input, ...left, carried: session.state });
}
