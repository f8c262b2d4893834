/**
 * The assistant message of one turn, read from the turn's history alone.
 */
import { turnWorkflowId } from '../core/identity.ts';
import type { AssistantMessage } from '../core/messages.ts';
import { emptyTurnFold } from '../core/turn-fold-state.ts';
import { foldTurn } from '../core/turn-fold.ts';
import type { TurnInput } from '../core/turn.ts';
import { isNotFound } from './grpc-status.ts';
import { historyFacts } from './history.ts';
import type { SessionDeps } from './session-deps.ts';
import { firstRunId } from './session-record.ts';

/** @returns undefined if the turn was never started, or ended before it had a message */
export async function turnMessage({ client, id }: SessionDeps, turn: number): Promise<AssistantMessage | undefined> {
  const workflowId = turnWorkflowId({ session: id, execution: await firstRunId(client, id), turn, run: 0 });
  let fold: ReturnType<typeof emptyTurnFold> | undefined;
  try {
    for await (const fact of historyFacts(client, { workflowId }, { wait: 'recorded' })) {
      fold = fact.kind === 'started' ? emptyTurnFold(fact.input as TurnInput) : fold && foldTurn(fold, fact).state;
      if (fold?.message !== undefined) return fold.message;
    }
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  return undefined;
}
