/**
 * Policies as data: rules that decide about calls in place of a person. Denying wins over approving; the rule's name is
 * recorded as the decider. A rule whose arguments cannot be judged approves nothing, and denies.
 */
import type { JsonObject } from '../core/json.ts';
import { DefinitionError } from './definition-error.ts';
import { checkValue, compileSchema } from './validation/index.ts';

export interface ApprovalRule {
  /** Recorded as the decider. */
  readonly name: string;
  /** A tool's exact name; `*` stands for any characters. */
  readonly tool: string;
  /** JSON Schema that the validated arguments must match. Default: any. */
  readonly args?: JsonObject;
}

export interface ApprovalRules {
  /** Decide about calls for which an approval is wanted. */
  readonly autoApprove?: readonly ApprovalRule[];
  /** Decide about every call. */
  readonly autoDeny?: readonly ApprovalRule[];
}

/** @throws DefinitionError naming the rule */
export function checkApprovalRules(agent: string, rules: ApprovalRules): void {
  for (const rule of [...(rules.autoApprove ?? []), ...(rules.autoDeny ?? [])]) {
    const where = `Agent "${agent}", approval rule ${JSON.stringify(rule.name)}`;
    if (typeof rule.name !== 'string' || rule.name === '') throw new DefinitionError(`${where}: it needs a name.`);
    if (typeof rule.tool !== 'string') throw new DefinitionError(`${where}: tool must be a name, perhaps with *.`);
    const compiled = rule.args === undefined ? undefined : compileSchema(rule.args);
    if (compiled?.kind === 'unusable') {
      throw new DefinitionError(`${where}: its arguments cannot be used: ${compiled.reason}`);
    }
  }
}

export type RuleDecision = { readonly kind: 'approved' | 'denied'; readonly by: string };

/** The rule that decides about a call, if there is one. `wanted` says whether an approval is asked for. */
export function decideByRule(
  rules: ApprovalRules,
  call: { readonly tool: string; readonly args: JsonObject; readonly wanted: 'yes' | 'no' },
): RuleDecision | undefined {
  const denying = (rules.autoDeny ?? []).find((rule) => namesTool(rule, call.tool) && judge(rule, call.args) !== 'no');
  if (denying !== undefined) return { kind: 'denied', by: `rule ${denying.name}` };
  if (call.wanted === 'no') return undefined;
  const approving = (rules.autoApprove ?? []).find(
    (rule) => namesTool(rule, call.tool) && judge(rule, call.args) === 'yes',
  );
  return approving === undefined ? undefined : { kind: 'approved', by: `rule ${approving.name}` };
}

function namesTool({ tool }: ApprovalRule, name: string): boolean {
  const parts = tool.split('*').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(name);
}

function judge({ args }: ApprovalRule, given: JsonObject): 'yes' | 'no' | 'unknown' {
  if (args === undefined) return 'yes';
  const verdict = checkValue(args, given);
  if (verdict.kind === 'undecided') return 'unknown';
  return verdict.kind === 'accepted' ? 'yes' : 'no';
}
