/** Tokens and cost of model requests, as a provider reports them. Pure. */
import type { Usage } from '../../core/messages.ts';

/** `1,234 tokens in, 56 out · $0.0123`; undefined if nothing is reported. */
export function usageText(usage: Usage | undefined): string | undefined {
  if (usage === undefined) return undefined;
  const given = sum(usage.input, usage.cacheRead, usage.cacheWrite);
  const made = sum(usage.output);
  const cost = sum(usage.cost.total);
  const parts = [
    ...(given + made === 0 ? [] : [`${counted(given)} tokens in, ${counted(made)} out`]),
    ...(cost === 0 ? [] : [`$${cost < 0.1 ? cost.toFixed(4) : cost.toFixed(2)}`]),
  ];
  return parts.length === 0 ? undefined : parts.join(' · ');
}

/** Several requests as one. */
export function addUsage(left: Usage | undefined, right: Usage): Usage {
  if (left === undefined) return right;
  const [of, and] = [left.cost, right.cost];
  return {
    input: left.input + right.input,
    output: left.output + right.output,
    cacheRead: left.cacheRead + right.cacheRead,
    cacheWrite: left.cacheWrite + right.cacheWrite,
    totalTokens: left.totalTokens + right.totalTokens,
    cost: {
      input: of.input + and.input,
      output: of.output + and.output,
      cacheRead: of.cacheRead + and.cacheRead,
      cacheWrite: of.cacheWrite + and.cacheWrite,
      total: of.total + and.total,
    },
  };
}

/** A provider may report anything; what is no number counts as none. */
function sum(...values: readonly number[]): number {
  return values.reduce((total, value) => total + (Number.isFinite(value) ? value : 0), 0);
}

function counted(value: number): string {
  return Math.round(value).toLocaleString('en');
}
