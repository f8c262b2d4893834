/**
 * Reads what signals bring. Anybody who reaches the server can send one, so what a handler takes is looked at here:
 * whatever has not its shape, or is more than a session can carry, says nothing. Never throws: a handler that did would
 * wedge its workflow.
 */
import type { AbortInput, DecideInput } from './control.ts';
import type { JsonObject } from './json.ts';
import { limits } from './limits.ts';
import { jsonBytes } from './plain-json.ts';

/** Which run ends; none if the one under way is meant, undefined if it is no such signal. */
export function readAbort(value: unknown): Pick<AbortInput, 'run'> | undefined {
  const { run } = membersOf(value);
  if (run === undefined) return {};
  return isCount(run) ? { run } : undefined;
}

/** The index of the call that ends. */
export function readCancelCall(value: unknown): number | undefined {
  const { index } = membersOf(value);
  return isCount(index) ? index : undefined;
}

/** A decision that could be recorded; what is none decides nothing. */
export function readDecision(value: unknown): DecideInput | undefined {
  const { id, by, reason, index, argsHash, approve, args, at } = membersOf(value);
  if (!isText(id, limits.saidName) || !isText(by, limits.saidName) || !isCount(index)) return undefined;
  if (approve !== 'yes' && approve !== 'no') return undefined;
  if (reason !== undefined && !isText(reason, limits.saidReason)) return undefined;
  if (argsHash !== undefined && !isText(argsHash, limits.saidName)) return undefined;
  if (args !== undefined && !isEditedArgs(args)) return undefined;
  return {
    id,
    by,
    index,
    approve,
    ...(reason === undefined ? {} : { reason }),
    ...(argsHash === undefined ? {} : { argsHash }),
    ...(args === undefined ? {} : { args }),
    ...(typeof at === 'number' ? { at } : {}),
  };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.length <= most;
}

function isEditedArgs(value: unknown): value is JsonObject {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && jsonBytes(value) <= limits.editedArgs;
}
