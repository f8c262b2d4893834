/**
 * Makes hooks out of a scenario's rules. They look only at what the reference's hooks are told too, so that the
 * reference can run the very same functions.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { AfterToolCallResult, BeforeToolCallResult } from '../../src/agent/index.ts';
import type { AfterRule, BeforeRule, RuleMatch, ScenarioHooks } from './scenario.ts';

interface Asked {
  readonly toolCall: { readonly name: string; readonly id: string };
  readonly args: unknown;
}

export interface Hooks {
  readonly beforeToolCall?: (asked: Asked) => Promise<BeforeToolCallResult | undefined>;
  readonly afterToolCall?: (asked: Asked & { readonly isError: boolean }) => Promise<AfterToolCallResult | undefined>;
}

/** A hook is there only if the scenario has rules for it. */
export function scenarioHooks({ before = [], after = [] }: ScenarioHooks): Hooks {
  return {
    ...(before.length === 0 ? {} : { beforeToolCall: (asked) => judge(before, asked) }),
    ...(after.length === 0 ? {} : { afterToolCall: async (asked) => override(after, asked) }),
  };
}

async function judge(rules: readonly BeforeRule[], asked: Asked): Promise<BeforeToolCallResult | undefined> {
  const rule = rules.find((candidate) => matches(candidate, asked));
  if (rule?.sleepMs !== undefined) await pause(rule.sleepMs);
  if (rule?.throw !== undefined) throw new Error(rule.throw);
  if (rule?.block !== true) return undefined;
  const { reason, terminate } = rule;
  return {
    block: true,
    ...(reason === undefined ? {} : { reason }),
    ...(terminate === undefined ? {} : { terminate }),
  };
}

function override(
  rules: readonly AfterRule[],
  asked: Asked & { readonly isError: boolean },
): AfterToolCallResult | undefined {
  const rule = rules.find(
    (candidate) =>
      matches(candidate, asked) && (candidate.whenError === undefined || candidate.whenError === asked.isError),
  );
  if (rule?.throw !== undefined) throw new Error(rule.throw);
  return structuredClone(rule?.set);
}

function matches({ tool, id, whenArgs }: RuleMatch, { toolCall, args }: Asked): boolean {
  return (
    (tool === undefined || tool === toolCall.name) &&
    (id === undefined || id === toolCall.id) &&
    (whenArgs === undefined || isDeepStrictEqual(whenArgs, args))
  );
}
