/**
 * Runs one turn as a child of the session. A child that dies must never make its session fail or ask the model again
 * for what was already done.
 */
import {
  ApplicationFailure,
  CancellationScope,
  ChildWorkflowCancellationType,
  log,
  proxyActivities,
  startChild,
} from '@temporalio/workflow';
import type { ChildWorkflowHandle } from '@temporalio/workflow';
import { turnWorkflowId } from '../core/identity.ts';
import { turnSignals } from '../core/session-messages.ts';
import type { TurnSteps } from '../core/steps.ts';
import type { TurnInput, TurnOutcome } from '../core/turn.ts';
import type { agentTurn } from './agent-turn.ts';

/** Our own step, idempotent: it is tried for as long as it takes. */
const { recoverTurn } = proxyActivities<TurnSteps>({ startToCloseTimeout: '1m', retry: { maximumInterval: '30s' } });

/** A turn under way: how its session reaches it. */
export interface RunningTurn {
  /** Cancels the turn; it keeps what has settled and returns normally. */
  abort(): void;
  /** Cancels the running calls of its batch; the turn goes on. */
  interrupt(): void;
  readonly outcome: Promise<TurnOutcome>;
}

export function runTurn(input: TurnInput): RunningTurn {
  const scope = new CancellationScope();
  const child = scope.run(() =>
    startChild<typeof agentTurn>('agentTurn', {
      args: [input],
      workflowId: turnWorkflowId(input.ref),
      workflowTaskTimeout: '5s',
      staticSummary: `turn ${String(input.ref.turn)}`,
      cancellationType: ChildWorkflowCancellationType.WAIT_CANCELLATION_COMPLETED,
    }),
  );
  return {
    abort: () => {
      scope.cancel();
    },
    interrupt: () => {
      // A turn that has ended meanwhile has nothing left to interrupt.
      child.then((handle) => handle.signal(turnSignals.interrupt)).catch(() => undefined);
    },
    outcome: settled(input, child),
  };
}

async function settled(input: TurnInput, child: Promise<ChildWorkflowHandle<typeof agentTurn>>): Promise<TurnOutcome> {
  try {
    const handle = await child;
    return await handle.result();
  } catch (error) {
    const message = rootMessage(error);
    log.error(`turn ${String(input.ref.turn)} died`, { message });
    const why = `Turn ${String(input.ref.turn)} ended without an outcome: ${message}`;
    const { outcome } = await CancellationScope.nonCancellable(() => recoverTurn({ turn: input, why }));
    return outcome;
  }
}

function rootMessage(error: unknown): string {
  let current = error;
  while (current instanceof Error && current.cause instanceof Error) current = current.cause;
  if (current instanceof ApplicationFailure) return current.message;
  return current instanceof Error ? current.message : String(current);
}
