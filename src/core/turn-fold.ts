/**
 * From a turn's history to its events. Pure, and it decides nothing: verdicts and results are read from the facts, and
 * what a failure means is asked where the workflow asks too (`failures.ts`, `batch-rules.ts`).
 *
 * T1. A result that the workflow made (a failed activity, a call that must not run) exists from the next workflow task
 *     on and carries that task's time; until then it waits in `due`.
 * T2. Result messages follow their call in sequential and unexecuted batches, and the whole batch otherwise.
 */
import type { UnexecutedReason } from './batch-rules.ts';
import { runsSequentially, toolCalls, unexecutedReason, unexecutedResult } from './batch-rules.ts';
import type { CallResult, Verdict } from './calls.ts';
import { resultMessage } from './calls.ts';
import type { AgentEvent } from './events.ts';
import type { Fact } from './facts.ts';
import { failedCall, failedRequest } from './failures.ts';
import { callIndex } from './identity.ts';
import type { AssistantMessage, ToolCall, ToolResultMessage } from './messages.ts';
import type { Folded } from './session-fold.ts';
import type { AnsweredTurn, ClearedBatch, TurnInput } from './turn.ts';

type Due = (at: number, state: TurnFold) => Folded<TurnFold>;

export interface TurnFold {
  readonly input: TurnInput;
  readonly answer?: AnsweredTurn;
  readonly message?: AssistantMessage;
  readonly messages: ReadonlyMap<number, ToolResultMessage>;
  readonly steps: ReadonlyMap<
    number,
    { readonly type: string; readonly activityId: string; readonly startedAt?: number }
  >;
  readonly due: readonly Due[];
}

export function emptyTurnFold(input: TurnInput): TurnFold {
  return { input, messages: new Map(), steps: new Map(), due: [] };
}

export function foldTurn(state: TurnFold, fact: Fact): Folded<TurnFold> {
  switch (fact.kind) {
    case 'task':
      return settleDue(state, fact.at);
    case 'scheduled':
      return quiet(withStep(state, fact.id, { type: fact.type, activityId: fact.activityId }));
    case 'attempt': {
      const step = state.steps.get(fact.scheduled);
      return quiet(step === undefined ? state : withStep(state, fact.scheduled, { ...step, startedAt: fact.at }));
    }
    case 'completed': {
      const step = state.steps.get(fact.scheduled);
      return step === undefined ? quiet(state) : completed(state, { ...step, ...fact });
    }
    case 'failed': {
      const step = state.steps.get(fact.scheduled);
      return step === undefined ? quiet(state) : failed(state, { ...step, ...fact });
    }
    case 'step':
      return completed(state, { activityId: '', ...fact });
    default:
      return quiet(state);
  }
}

interface Completed {
  readonly type: string;
  readonly activityId: string;
  readonly result: unknown;
  readonly at: number;
  readonly startedAt?: number;
}

function completed(state: TurnFold, step: Completed): Folded<TurnFold> {
  switch (step.type) {
    case 'callModel':
    case 'offerTools':
      return answered(state, step.result as AnsweredTurn, step.at);
    case 'clearCalls':
      return cleared(state, (step.result as ClearedBatch).verdicts, step.at);
    case 'commitMessages':
      return committed(state, step.at);
    default: {
      const index = callIndex(step.activityId);
      if (index === undefined) return quiet(state);
      const durationMs = step.startedAt === undefined ? {} : { durationMs: step.at - step.startedAt };
      return ended(state, index, step.result as CallResult, { at: step.at, ...durationMs });
    }
  }
}

function failed(
  state: TurnFold,
  step: Extract<Fact, { kind: 'failed' }> & { readonly type: string; readonly activityId: string },
) {
  const { failure, type, activityId } = step;
  if (type === 'callModel') {
    const model = state.input.model ?? state.input.agent;
    return quiet(withDue(state, (at, then) => assistantSaid(then, failedRequest(model, failure, at), at)));
  }
  const index = callIndex(activityId);
  if (index === undefined) return quiet(state);
  return quiet(
    withDue(state, (at, then) =>
      ended(then, index, failedCall(blockAt(then, index).name, failure, at), { at: step.at }),
    ),
  );
}

function answered(state: TurnFold, answer: AnsweredTurn, at: number): Folded<TurnFold> {
  const said = assistantSaid({ ...state, answer }, answer.message, at);
  const calls = toolCalls(answer.message);
  if (calls.length === 0) return joined(said, turnEnd(said.state, at));
  const reason = unexecutedReason(answer.message);
  if (reason === undefined) return said;
  return joined(said, quiet(withDue(said.state, (taskAt, then) => unexecuted(then, calls, reason, taskAt))));
}

function assistantSaid(state: TurnFold, message: AssistantMessage, at: number): Folded<TurnFold> {
  const stamp = { at, ...place(state) };
  return {
    state: { ...state, message },
    events: [
      { type: 'message_start', message, ...stamp },
      { type: 'message_end', message, ...stamp },
    ],
  };
}

function unexecuted(state: TurnFold, calls: readonly ToolCall[], reason: UnexecutedReason, at: number) {
  return calls.reduce<Folded<TurnFold>>((folded, call, index) => {
    const start = started(folded.state, index, at);
    const result = unexecutedResult(call, reason, at);
    return joined(joined(folded, start), ended(start.state, index, result, { at }));
  }, quiet(state));
}

function cleared(state: TurnFold, verdicts: readonly Verdict[], at: number): Folded<TurnFold> {
  return verdicts.reduce<Folded<TurnFold>>((folded, verdict) => {
    const next = joined(folded, started(folded.state, verdict.index, at));
    return verdict.kind === 'refused' ? joined(next, ended(next.state, verdict.index, verdict.result, { at })) : next;
  }, quiet(state));
}

function started(state: TurnFold, index: number, at: number): Folded<TurnFold> {
  const call = callPlace(state, index);
  return { state, events: [{ type: 'tool_execution_start', at, ...call, args: blockAt(state, index).arguments }] };
}

function ended(
  state: TurnFold,
  index: number,
  result: CallResult,
  when: { readonly at: number; readonly durationMs?: number },
): Folded<TurnFold> {
  const message = resultMessage(blockAt(state, index), result);
  const next = { ...state, messages: new Map(state.messages).set(index, message) };
  const end: AgentEvent = {
    type: 'tool_execution_end',
    ...callPlace(state, index),
    result,
    isError: result.isError,
    ...when,
  };
  return { state: next, events: [end, ...(messagesFollowCalls(state) ? messageEvents(state, message, when.at) : [])] };
}

function committed(state: TurnFold, at: number): Folded<TurnFold> {
  if (messagesFollowCalls(state)) return turnEnd(state, at);
  const messages = resultMessages(state).flatMap((message) => messageEvents(state, message, at));
  return joined({ state, events: messages }, turnEnd(state, at));
}

function turnEnd(state: TurnFold, at: number): Folded<TurnFold> {
  if (state.message === undefined) return quiet(state);
  const toolResults = resultMessages(state);
  return { state, events: [{ type: 'turn_end', at, ...place(state), message: state.message, toolResults }] };
}

function messagesFollowCalls({ answer }: TurnFold): boolean {
  if (answer === undefined) return false;
  return unexecutedReason(answer.message) !== undefined || runsSequentially(answer.policy, answer.offered);
}

function messageEvents(state: TurnFold, message: ToolResultMessage, at: number): readonly AgentEvent[] {
  const stamp = { at, ...place(state) };
  return [
    { type: 'message_start', message, ...stamp },
    { type: 'message_end', message, ...stamp },
  ];
}

function resultMessages({ messages }: TurnFold): readonly ToolResultMessage[] {
  return [...messages].sort(([left], [right]) => left - right).map(([, message]) => message);
}

function settleDue(state: TurnFold, at: number): Folded<TurnFold> {
  return state.due.reduce((folded, due) => joined(folded, due(at, folded.state)), quiet({ ...state, due: [] }));
}

function place({ input }: TurnFold) {
  return { run: input.ref.run, turn: input.ref.turn };
}

function callPlace(state: TurnFold, index: number) {
  const block = blockAt(state, index);
  return { ...place(state), index, toolCallId: block.id, toolName: block.name };
}

function blockAt({ message }: TurnFold, index: number): ToolCall {
  const block = message === undefined ? undefined : toolCalls(message)[index];
  if (block === undefined) throw new Error(`this history has a result for call ${String(index)}, but no such call`);
  return block;
}

function withDue(state: TurnFold, due: Due): TurnFold {
  return { ...state, due: [...state.due, due] };
}

function withStep(
  state: TurnFold,
  id: number,
  step: { readonly type: string; readonly activityId: string; readonly startedAt?: number },
) {
  return { ...state, steps: new Map(state.steps).set(id, step) };
}

function quiet(state: TurnFold): Folded<TurnFold> {
  return { state, events: [] };
}

function joined(first: Folded<TurnFold>, second: Folded<TurnFold>): Folded<TurnFold> {
  return { state: second.state, events: [...first.events, ...second.events] };
}
