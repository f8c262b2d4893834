/**
 * The step `settleApproval`: a decision about a pending call becomes its verdict. Edited arguments pass validation again
 * before they are granted; everything that goes wrong refuses the call.
 */
import type { ClearedCall, PendingCall, RefusedCall } from '../core/calls.ts';
import type { Decision } from '../core/control.ts';
import { errorResult } from '../core/errors.ts';
import type { ResultKind } from '../core/errors.ts';
import type { SettleApprovalInput, SettledApproval } from '../core/turn.ts';
import { checkArguments, lookUp } from './check-arguments.ts';
import type { ActivityDeps } from './deps.ts';
import { argsHash, signGrant } from './grant.ts';

export function settleApproval(deps: ActivityDeps, input: SettleApprovalInput): SettledApproval {
  const { call, decision } = input;
  return { index: call.index, decision, verdict: verdictOf(deps, input) };
}

function verdictOf(deps: ActivityDeps, input: SettleApprovalInput): ClearedCall | RefusedCall {
  const { ref, agent, call, decision, stopped } = input;
  if (decision.kind !== 'approved') return refused(call, ...refusal(call, decision));
  if (stopped) {
    const text = `Tool "${call.tool.name}" was not started: the call was cancelled in the moment it was approved.`;
    return refused(call, 'NotStarted', text);
  }
  const found = lookUp(deps, { called: [call.tool], head: null }, call.tool.name);
  if (found.kind !== 'found') return refused(call, found.kind, found.text);
  const edited = decision.args === undefined ? undefined : checkArguments(found.tool, editedCall(call, decision.args));
  if (edited?.kind === 'refused') {
    return refused(call, edited.as, `The arguments given with the approval are not valid. ${edited.text}`);
  }
  const args = edited?.args ?? call.args;
  const { index, tool } = call;
  const decided = {
    index,
    tool,
    args,
    argsHash: argsHash(args),
    decision: `approved by ${decision.by} (${decision.id})`,
    ...(edited === undefined ? {} : { editedBy: decision.by }),
  };
  return { kind: 'cleared', ...decided, grant: signGrant(deps.keys, { ref, agent, call: decided }) };
}

function refusal({ tool }: PendingCall, decision: Exclude<Decision, { kind: 'approved' }>): [ResultKind, string] {
  switch (decision.kind) {
    case 'denied':
      return [
        'Denied',
        `Tool "${tool.name}" was denied by ${decision.by}${decision.reason ? `: ${decision.reason}` : '.'}`,
      ];
    case 'expired':
      return ['Expired', `Tool "${tool.name}" was not executed: nobody approved it in time.`];
    case 'withdrawn':
      return [
        'NotStarted',
        `Tool "${tool.name}" was not started: the call was cancelled while it waited for approval.`,
      ];
  }
}

function refused({ index }: PendingCall, kind: ResultKind, text: string): RefusedCall {
  return { kind: 'refused', index, result: errorResult(kind, text, { at: Date.now() }) };
}

function editedCall({ tool }: PendingCall, args: NonNullable<Extract<Decision, { kind: 'approved' }>['args']>) {
  return { type: 'toolCall', id: '', name: tool.name, arguments: args } as const;
}
