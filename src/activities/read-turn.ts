/** Reads a turn's own history from the server and folds it: what is known of a turn that can say nothing any more. */
import { Context } from '@temporalio/activity';
import { defaultPayloadConverter } from '@temporalio/common';
import type { Payload } from '@temporalio/common';
import { factDecoder } from '../core/decode-fact.ts';
import { turnWorkflowId } from '../core/identity.ts';
import type { TurnFold } from '../core/turn-fold-state.ts';
import { emptyTurnFold } from '../core/turn-fold-state.ts';
import { foldTurn } from '../core/turn-fold.ts';
import type { TurnInput } from '../core/turn.ts';

const decodeFact = factDecoder((payload) => defaultPayloadConverter.fromPayload(payload as Payload));

/** A turn that never started has an empty fold. @throws what the server throws otherwise */
export async function readTurn(turn: TurnInput): Promise<TurnFold> {
  const { client } = Context.current();
  const execution = { workflowId: turnWorkflowId(turn.ref) };
  const request = { namespace: client.options.namespace, execution };
  let fold = emptyTurnFold(turn);
  if (!(await exists(client, execution.workflowId))) return fold;
  let nextPageToken: Uint8Array = new Uint8Array();
  do {
    const page = await client.workflowService.getWorkflowExecutionHistory({ ...request, nextPageToken });
    for (const event of page.history?.events ?? []) {
      const fact = decodeFact(event);
      if (fact !== undefined) fold = foldTurn(fold, fact).state;
    }
    nextPageToken = page.nextPageToken;
  } while (nextPageToken.length > 0);
  return fold;
}

async function exists(client: Context['client'], workflowId: string): Promise<boolean> {
  try {
    await client.workflow.getHandle(workflowId).describe();
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'WorkflowNotFoundError') return false;
    throw error;
  }
}
