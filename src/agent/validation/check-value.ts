/**
 * Checks one JSON value of any kind against a schema, without coercion, in bounded time. It is the one place that
 * decides whether the watchdog is needed. Never throws on what a schema or a value holds.
 */
import type { Json } from '../../core/json.ts';
import { bounds } from './bounds.ts';
import { compileSchema, type CompiledSchema, type CompileOptions, type Problem } from './compile-schema.ts';
import { inspectValue } from './inspect-value.ts';
import { runGuarded, runWithin, type Watched } from './watchdog.ts';

export type Verdict =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'rejected'; readonly problems: readonly Problem[] }
  /** Nothing was decided: the schema is unusable, or the check took too long or nested too deep. */
  | { readonly kind: 'undecided'; readonly reason: string };

/** Compiles the schema for this one check; `validateArguments` uses cached ones. */
export function checkValue(schema: Json, value: Json, options: CompileOptions = {}): Verdict {
  const compiled = compileSchema(schema, options);
  if (compiled.kind === 'unusable')
    return { kind: 'undecided', reason: `the schema cannot be used: ${compiled.reason}` };
  const inspected = inspectValue(value, { depth: bounds.argumentDepth, characters: bounds.argumentBytes });
  if (inspected.kind === 'refused') return { kind: 'undecided', reason: `the value ${inspected.message}` };
  const checked = runBounded(compiled, JSON.stringify(value).length, ({ check }) => check(value));
  if (checked.kind !== 'done') return { kind: 'undecided', reason: reasonOf(checked) };
  return checked.value.length === 0 ? { kind: 'accepted' } : { kind: 'rejected', problems: checked.value };
}

/**
 * Runs work that applies a schema to a value of so many characters: plainly if its time is bounded by the two sizes,
 * under the watchdog otherwise.
 */
export function runBounded<T>(
  compiled: CompiledSchema,
  characters: number,
  work: (compiled: CompiledSchema) => T,
): Watched<T> {
  const { traits } = compiled;
  const plain =
    !traits.references &&
    !compiled.backtracks() &&
    !(traits.unique && characters > bounds.unwatchedUnique) &&
    traits.cost * characters <= bounds.unwatchedCost;
  if (plain) return runGuarded(() => work(compiled));
  // What an earlier attempt was cut off in is not used again.
  return runWithin(bounds.validateTime, (attempt) => work(attempt === 1 ? compiled : compiled.afresh()));
}

/** Why bounded work did not finish, as a clause. */
export function reasonOf(watched: { readonly kind: 'timedOut' | 'overflowed' }): string {
  return watched.kind === 'timedOut'
    ? `validation took longer than ${bounds.validateTime} ms and was given up`
    : 'the arguments are nested too deeply for their schema';
}
