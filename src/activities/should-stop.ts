/** The step `shouldStop`: asks the agent's stop hook about a finished turn. */
import { cancellationSignal } from '@temporalio/activity';
import type { AssistantMessage, ToolResultMessage } from '../core/messages.ts';
import type { StopInput } from '../core/turn.ts';
import { boundedHook, hookFailure } from './bounded-hook.ts';
import type { ActivityDeps } from './deps.ts';

/** @throws ApplicationFailure with the text of what the hook throws; the workflow goes on then */
export async function shouldStop({ agent, store }: ActivityDeps, { ref, head, results }: StopInput): Promise<boolean> {
  const { shouldStopAfterTurn } = agent;
  if (shouldStopAfterTurn === undefined) return false;
  const transcript = await store.read(head);
  const turn = {
    session: ref.session,
    turn: ref.turn,
    message: transcript.at(-1 - results) as AssistantMessage,
    toolResults: results === 0 ? [] : (transcript.slice(-results) as ToolResultMessage[]),
    messages: () => Promise.resolve(transcript),
  };
  const cancelled = cancellationSignal();
  const bound = { name: 'shouldStopAfterTurn', ms: agent.policy.hookTimeout, parent: cancelled };
  try {
    return await boundedHook(() => shouldStopAfterTurn(turn), bound);
  } catch (error) {
    if (cancelled.aborted) throw cancelled.reason;
    throw hookFailure(error);
  }
}
