/**
 * The gate for one call: lookup, prepareArguments, validation, the before hook. Failures are refusals, never throws;
 * every path that goes wrong ends in a refusal. The model's own arguments are never changed.
 */
import { errorResult } from '../core/errors.ts';
import type { ResultKind } from '../core/errors.ts';
import { unstartedCall } from '../core/failures.ts';
import type { ClearedCall, Verdict } from '../core/calls.ts';
import { limits } from '../core/limits.ts';
import type { ToolCall } from '../core/messages.ts';
import type { ClearCallsInput } from '../core/turn.ts';
import { askBeforeHook, hookCall } from './before-hook.ts';
import type { BatchMessages } from './before-hook.ts';
import { decideByRule } from '../agent/index.ts';
import type { ActivityDeps } from './deps.ts';
import { approvalRequest, wantsApproval } from './approval-request.ts';
import { checkArguments, lookUp } from './check-arguments.ts';
import { argsHash, gateDecision, signGrant } from './grant.ts';

type Uncleared = Omit<ClearedCall, 'kind' | 'grant'>;

export async function clearCall(
  deps: ActivityDeps,
  call: {
    readonly input: ClearCallsInput;
    readonly batch: BatchMessages;
    readonly index: number;
    readonly block: ToolCall;
  },
): Promise<Verdict> {
  const { input, batch, index, block } = call;
  const refuse = (kind: ResultKind, text: string, more = {}): Verdict => ({
    kind: 'refused',
    index,
    result: errorResult(kind, text.slice(0, limits.refusalText), { at: Date.now(), ...more }),
  });

  const found = lookUp(deps, { called: input.offered.called, head: input.head }, block.name);
  if (found.kind !== 'found') return refuse(found.kind, found.text);
  const checked = checkArguments(found.tool, block);
  if (checked.kind === 'refused') return refuse(checked.as, checked.text);

  const { args } = checked;
  const answer = await askBeforeHook(deps, hookCall(input.ref, batch, { index, block, args }));
  if (answer?.kind === 'stopped') return { kind: 'refused', index, result: unstartedCall(block.name, Date.now()) };
  if (answer?.kind === 'blocked') return refuse('Blocked', answer.reason, { terminate: answer.terminate });
  const wanted = wantsApproval(found.tool, args);
  if (wanted.kind === 'failed') return refuse('Blocked', wanted.text);
  const cleared = { index, tool: found.entry, args, argsHash: argsHash(args) };
  const request = approvalRequest(found.tool, { byHook: answer, byTool: wanted });
  const asked = { tool: block.name, args, wanted: request === undefined ? 'no' : 'yes' } as const;
  const ruled = decideByRule(deps.agent.approvals ?? {}, asked);
  if (ruled?.kind === 'denied') return refuse('Denied', `Tool "${block.name}" was denied by ${ruled.by}.`);
  if (ruled !== undefined) return clearedCall(deps, input, { ...cleared, decision: `approved by ${ruled.by}` });
  if (request !== undefined) return { kind: 'pending', ...cleared, request };
  return clearedCall(deps, input, { ...cleared, decision: gateDecision });
}

function clearedCall({ keys }: ActivityDeps, { ref, agent }: ClearCallsInput, call: Uncleared): ClearedCall {
  return { kind: 'cleared', ...call, grant: signGrant(keys, { ref, agent, call }) };
}
