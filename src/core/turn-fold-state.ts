/**
 * What the fold of a turn remembers between facts, and how it reads that: the state, made and changed only by copies.
 */
import { runsSequentially, toolCalls, unexecutedReason } from './batch-rules.ts';
import type { AgentEvent } from './events.ts';
import type { AssistantMessage, ToolCall, ToolResultMessage } from './messages.ts';
import type { Folded } from './session-fold.ts';
import type { AnsweredTurn, TurnInput } from './turn.ts';

type Due = (at: number, state: TurnFold) => Folded<TurnFold>;

export interface TurnFold {
  readonly input: TurnInput;
  readonly answer?: AnsweredTurn;
  readonly message?: AssistantMessage;
  readonly messages: ReadonlyMap<number, ToolResultMessage>;
  /** Calls with a start event. */
  readonly begun: ReadonlySet<number>;
  /** Messages shown so far, where they follow their calls. */
  readonly shown: number;
  readonly steps: ReadonlyMap<
    number,
    { readonly type: string; readonly activityId: string; readonly startedAt?: number }
  >;
  readonly due: readonly Due[];
  /** The transcript with the turn's results in it, once it was committed. */
  readonly committed?: string;
  readonly ended: 'yes' | 'no';
  /** The turn was told to stop. */
  readonly cancelled?: true;
  /** Time of the newest workflow task. */
  readonly taskAt: number;
}

export function emptyTurnFold(input: TurnInput): TurnFold {
  return { input, messages: new Map(), begun: new Set(), shown: 0, steps: new Map(), due: [], taskAt: 0, ended: 'no' };
}

export function messagesFollowCalls({ answer }: TurnFold): boolean {
  if (answer === undefined) return false;
  return unexecutedReason(answer.message) !== undefined || runsSequentially(answer.policy, answer.offered);
}

export function messageEvents(state: TurnFold, message: ToolResultMessage, at: number): readonly AgentEvent[] {
  const stamp = { at, ...place(state) };
  return [
    { type: 'message_start', message, ...stamp },
    { type: 'message_end', message, ...stamp },
  ];
}

export function resultMessages({ messages }: TurnFold): readonly ToolResultMessage[] {
  return [...messages].sort(([left], [right]) => left - right).map(([, message]) => message);
}

export function place({ input }: TurnFold) {
  return { run: input.ref.run, turn: input.ref.turn };
}

export function callPlace(state: TurnFold, index: number) {
  const block = blockAt(state, index);
  return { ...place(state), index, toolCallId: block.id, toolName: block.name };
}

export function blockAt({ message }: TurnFold, index: number): ToolCall {
  const block = message === undefined ? undefined : toolCalls(message)[index];
  if (block === undefined) throw new Error(`this history has a result for call ${String(index)}, but no such call`);
  return block;
}

export function withDue(state: TurnFold, due: Due): TurnFold {
  return { ...state, due: [...state.due, due] };
}

export function withStep(
  state: TurnFold,
  id: number,
  step: { readonly type: string; readonly activityId: string; readonly startedAt?: number },
) {
  return { ...state, steps: new Map(state.steps).set(id, step) };
}

export function quiet(state: TurnFold): Folded<TurnFold> {
  return { state, events: [] };
}

export function joined(first: Folded<TurnFold>, second: Folded<TurnFold>): Folded<TurnFold> {
  return { state: second.state, events: [...first.events, ...second.events] };
}
