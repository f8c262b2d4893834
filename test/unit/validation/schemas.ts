/** Builders for the validation tests: one act, whole outcomes. */
import type { Json, JsonObject } from '../../../src/core/json.ts';
import { validateArguments } from '../../../src/agent/validation/index.ts';
import { pathsIn } from './reference.ts';

/** An object schema of these properties; `required` names those that must be there. */
export function objectOf(properties: Record<string, Json>, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, required };
}

/** The arguments that a tool would get, or `invalid` and the paths of the complaints. */
export function outcome(parameters: JsonObject, args: unknown, options?: { readonly coerce?: boolean }): unknown {
  const validated = validateArguments({ name: 'lookup', parameters }, args, options);
  return validated.kind === 'valid' ? validated.args : `invalid ${pathsIn(validated.message).join(' ')}`;
}

/** The message to the model; fails if the arguments are valid. */
export function messageFor(parameters: JsonObject, args: unknown): string {
  const validated = validateArguments({ name: 'lookup', parameters }, args);
  if (validated.kind === 'valid') throw new Error(`valid: ${JSON.stringify(validated.args)}`);
  return validated.message;
}

/** The same JSON, no part of which can be changed. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}
