/**
 * Runs one turn as a child of the session. A child that dies must never make its session fail or ask the model again
 * for what was already done.
 */
import {
  ApplicationFailure,
  ChildWorkflowCancellationType,
  executeChild,
  isCancellation,
  log,
} from '@temporalio/workflow';
import { turnWorkflowId } from '../core/identity.ts';
import { noUsage } from '../core/failures.ts';
import type { TurnInput, TurnOutcome } from '../core/turn.ts';
import type { agentTurn } from './agent-turn.ts';

export async function runTurn(input: TurnInput): Promise<TurnOutcome> {
  try {
    return await executeChild<typeof agentTurn>('agentTurn', {
      args: [input],
      workflowId: turnWorkflowId(input.ref),
      workflowTaskTimeout: '5s',
      cancellationType: ChildWorkflowCancellationType.WAIT_CANCELLATION_COMPLETED,
    });
  } catch (error) {
    if (isCancellation(error)) throw error;
    const message = rootMessage(error);
    log.error(`turn ${String(input.ref.turn)} died`, { message });
    return deadTurn(input, `Turn ${String(input.ref.turn)} ended without an outcome: ${message}`);
  }
}

function deadTurn(input: TurnInput, errorMessage: string): TurnOutcome {
  return {
    head: input.head,
    stopReason: 'error',
    calls: 0,
    terminate: false,
    stop: false,
    usage: noUsage,
    errorMessage,
  };
}

function rootMessage(error: unknown): string {
  let current = error;
  while (current instanceof Error && current.cause instanceof Error) current = current.cause;
  if (current instanceof ApplicationFailure) return current.message;
  return current instanceof Error ? current.message : String(current);
}
