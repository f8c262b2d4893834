/** The result of one call inside its turn, and whether the history has it already. Shapes and one constructor. */
import type { CallResult } from '../core/calls.ts';
import { unstartedCall } from '../core/failures.ts';
import type { ToolCall } from '../core/messages.ts';
import type { AnsweredTurn, TurnInput } from '../core/turn.ts';
import type { Lanes } from './lanes.ts';
import type { TurnControl } from './turn-control.ts';

/** `recorded: 'no'` marks a result that the workflow made itself; the commit step records it. */
export interface BatchResult {
  readonly recorded: 'yes' | 'no';
  readonly result: CallResult;
}

export interface Batch {
  readonly input: TurnInput;
  readonly turn: AnsweredTurn;
  readonly calls: readonly ToolCall[];
  readonly control: TurnControl;
  /** Decisions that are too large to be settled all at once. */
  readonly settling: Lanes;
}

/** A call that was stopped before anything of it was scheduled. */
export function notStarted(call: ToolCall): BatchResult {
  return { recorded: 'no', result: unstartedCall(call.name, Date.now()) };
}
