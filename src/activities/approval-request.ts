/**
 * Does a call need somebody's decision? The tool says so, or the before hook did. A predicate that throws refuses the
 * call: gates fail closed.
 */
import type { AgentTool, ApprovalWish } from '../agent/index.ts';
import type { ApprovalRequest } from '../core/control.ts';
import type { JsonObject } from '../core/json.ts';
import { limits } from '../core/limits.ts';
import type { HookAnswer } from './read-hook-answer.ts';
import { thrownText } from './bounded-hook.ts';

export type WantedApproval =
  | { readonly kind: 'no' }
  | { readonly kind: 'yes'; readonly wish: ApprovalWish }
  | { readonly kind: 'failed'; readonly text: string };

/** Asks the tool. Never throws. */
export function wantsApproval({ name, approval }: AgentTool, args: JsonObject): WantedApproval {
  if (approval === undefined) return { kind: 'no' };
  if (approval === 'always') return { kind: 'yes', wish: {} };
  try {
    const wanted: unknown = approval(structuredClone(args));
    if (wanted === false) return { kind: 'no' };
    if (wanted === true) return { kind: 'yes', wish: {} };
    if (typeof wanted === 'object' && wanted !== null && !('then' in wanted)) return { kind: 'yes', wish: wanted };
    return {
      kind: 'failed',
      text: `The approval predicate of tool "${name}" answered neither true, false nor a reason.`,
    };
  } catch (error) {
    return { kind: 'failed', text: `The approval predicate of tool "${name}" failed: ${thrownText(error)}` };
  }
}

/** The one request of a call that somebody asked a decision for; the hook's reason and time win. */
export function approvalRequest(
  { approvalExpiry = limits.approvalExpiry }: AgentTool,
  asked: { readonly byHook: HookAnswer | undefined; readonly byTool: WantedApproval },
): ApprovalRequest | undefined {
  const byHook = asked.byHook?.kind === 'approval' ? asked.byHook : undefined;
  const byTool = asked.byTool.kind === 'yes' ? asked.byTool.wish : undefined;
  if (byHook === undefined && byTool === undefined) return undefined;
  const reason = textOf(byHook?.reason) ?? textOf(byTool?.reason);
  const expiresAfter = millisecondsOf(byHook?.expiresAfter) ?? approvalExpiry;
  return { ...(reason === undefined ? {} : { reason }), expiresAfter };
}

/** What the user's code gave may be of any type; what is recorded must not. */
function textOf(given: unknown): string | undefined {
  return typeof given === 'string' ? given.slice(0, limits.refusalText) : undefined;
}

function millisecondsOf(given: unknown): number | undefined {
  return typeof given === 'number' && Number.isFinite(given) && given > 0 ? given : undefined;
}
