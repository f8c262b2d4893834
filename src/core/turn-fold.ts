/**
 * From a turn's history to its events. Pure, and it decides nothing: verdicts and results are read from the facts, and
 * what a failure means is asked where the workflow asks too (`failures.ts`, `batch-rules.ts`).
 *
 * T1. A result that the workflow made (a failed activity, a call that must not run) exists from the next workflow task
 *     on and carries that task's time; until then it waits in `due`.
 * T2. Result messages follow their call in sequential and unexecuted batches, and the whole batch otherwise.
 */
import type { UnexecutedReason } from './batch-rules.ts';
import { toolCalls, unexecutedReason, unexecutedResult } from './batch-rules.ts';
import type { CallResult, PendingCall, Verdict } from './calls.ts';
import type { AgentEvent } from './events.ts';
import type { Fact } from './facts.ts';
import type { StepFailure } from './failures.ts';
import { cancelledRequest, failedCall, failedRequest, isLost } from './failures.ts';
import { callId, callIndex, recoveredIndex } from './identity.ts';
import type { AssistantMessage, ToolCall } from './messages.ts';
import type { Folded } from './session-fold.ts';
import type { TurnFold } from './turn-fold-state.ts';
import { blockAt, callPlace, joined, place, quiet, withDue, withStep } from './turn-fold-state.ts';
import { assistantSaid, committed, ended, modelOf, started, turnEnd } from './turn-fold-steps.ts';
import type { AnsweredTurn, ClearedBatch, CommittedTurn, RecoveredCall, SettledApproval } from './turn.ts';

export function foldTurn(state: TurnFold, fact: Fact): Folded<TurnFold> {
  switch (fact.kind) {
    case 'task':
      return settleDue({ ...state, taskAt: fact.at }, fact.at);
    case 'cancelRequested':
      return quiet({ ...state, cancelled: true });
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
    case 'settleApproval':
      return decided(state, step.result as SettledApproval, step.at);
    case 'recoverCall': {
      const index = recoveredIndex(step.activityId);
      const recovered = step.result as RecoveredCall;
      if (index === undefined || recovered.kind === 'again') return quiet(state);
      return ended(state, index, { result: recovered.result, at: step.at });
    }
    case 'commitMessages': {
      const commit = step.result as CommittedTurn;
      // A part of what the turn commits says nothing yet.
      return commit.more === true ? quiet(state) : committed(state, commit, step.at);
    }
    default: {
      const index = callIndex(step.activityId);
      if (index === undefined) return quiet(state);
      const durationMs = step.startedAt === undefined ? {} : { durationMs: step.at - step.startedAt };
      return ended(state, index, { result: step.result as CallResult, at: step.at, ...durationMs });
    }
  }
}

function failed(
  state: TurnFold,
  step: Extract<Fact, { kind: 'failed' }> & { readonly type: string; readonly activityId: string },
) {
  const { failure, type, activityId } = step;
  if (type === 'callModel' || type === 'offerTools') {
    return quiet(withDue(state, (at, then) => assistantSaid(then, requestOf(then, failure, at), at)));
  }
  const index = callIndex(activityId);
  // What became of a lost call is told by the step that asks about it.
  if (index === undefined || isLost(failure)) return quiet(state);
  return quiet(
    withDue(state, (at, then) =>
      ended(then, index, { result: failedCall(blockAt(then, index).name, failure, at), at: step.at }),
    ),
  );
}

function requestOf(state: TurnFold, failure: StepFailure, at: number): AssistantMessage {
  return failedRequest(modelOf(state), state.cancelled === true ? cancelledRequest : failure, at);
}

function answered(state: TurnFold, answer: AnsweredTurn, at: number): Folded<TurnFold> {
  const said = joined(mended(state, answer, at), assistantSaid({ ...state, answer }, answer.message, at));
  const calls = toolCalls(answer.message);
  if (calls.length === 0) return joined(said, turnEnd(said.state, at));
  const reason = unexecutedReason(answer.message);
  if (reason === undefined) return said;
  return joined(said, quiet(withDue(said.state, (taskAt, then) => unexecuted(then, calls, reason, taskAt))));
}

function mended(state: TurnFold, { requestNotes: notes }: AnsweredTurn, at: number): Folded<TurnFold> {
  if (notes === undefined) return quiet(state);
  return { state, events: [{ type: 'request_mended', at, ...place(state), notes }] };
}

function unexecuted(state: TurnFold, calls: readonly ToolCall[], reason: UnexecutedReason, at: number) {
  return calls.reduce<Folded<TurnFold>>((folded, call, index) => {
    const start = started(folded.state, index, at);
    const result = unexecutedResult(call, reason, at);
    return joined(joined(folded, start), ended(start.state, index, { result, at }));
  }, quiet(state));
}

function cleared(state: TurnFold, verdicts: readonly Verdict[], at: number): Folded<TurnFold> {
  return verdicts.reduce<Folded<TurnFold>>((folded, verdict) => {
    const next = joined(folded, started(folded.state, verdict.index, at));
    if (verdict.kind === 'pending') return joined(next, requested(next.state, verdict, at));
    return verdict.kind === 'refused'
      ? joined(next, ended(next.state, verdict.index, { result: verdict.result, at }))
      : next;
  }, quiet(state));
}

/** A pending call waits visibly from its verdict on, until the step that settles it. */
function requested(state: TurnFold, { index, args, argsHash, request }: PendingCall, at: number): Folded<TurnFold> {
  const { expiresAfter, ...reason } = request;
  const asked = { approvalId: callId(state.input.ref, index), args, argsHash, ...reason, expiresAt: at + expiresAfter };
  return { state, events: [{ type: 'approval_requested', at, ...callPlace(state, index), ...asked }] };
}

function decided(state: TurnFold, { index, decision, verdict }: SettledApproval, at: number): Folded<TurnFold> {
  const approvalId = callId(state.input.ref, index);
  const event: AgentEvent = { type: 'approval_decided', at, ...callPlace(state, index), approvalId, decision };
  const told = { state, events: [event] };
  return verdict.kind === 'refused' ? joined(told, ended(state, index, { result: verdict.result, at })) : told;
}

function settleDue(state: TurnFold, at: number): Folded<TurnFold> {
  return state.due.reduce((folded, due) => joined(folded, due(at, folded.state)), quiet({ ...state, due: [] }));
}
