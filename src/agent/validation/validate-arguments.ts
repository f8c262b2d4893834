/**
 * Step 3 of a call: are these arguments what the tool's schema wants, as they are or after the coercion that the
 * reference makes? Never executes anything, never changes what it is given, never throws, and holds the thread for a
 * bounded time. It must not run in workflow code.
 */
import type { Json, JsonObject } from '../../core/json.ts';
import type { ToolCall } from '../../core/messages.ts';
import { bounds } from './bounds.ts';
import { reasonOf, runBounded } from './check-value.ts';
import { coerce } from './coerce.ts';
import type { CompiledSchema, Problem } from './compile-schema.ts';
import { complaintsOf, cut, dottedPath, failureText, type Complaint } from './describe-problems.ts';
import { inspectValue, isPlainObject } from './inspect-value.ts';
import { complaintsAboutDigits } from './lost-digits.ts';
import { readArguments } from './read-arguments.ts';
import { compiledFor, forget } from './validator-cache.ts';

export type Validation =
  /** `args` is a copy of its own. */
  | { readonly kind: 'valid'; readonly args: JsonObject }
  /** `message` is for the model. */
  | { readonly kind: 'invalid'; readonly message: string };

export interface ValidationOptions {
  /** Default true. */
  readonly coerce?: boolean;
}

/** What is needed of a tool. `parameters` is any JSON Schema; the object must not change after its first use. */
export interface ToolSchema {
  readonly name: string;
  readonly parameters: JsonObject;
}

/**
 * Validates the arguments of one call. Arguments that are valid as they are come back unchanged (a deep-equal copy);
 * otherwise coercion is tried on a copy, and what it made is validated again. Defaults are not filled in. Missing
 * arguments (undefined, null, an empty text) are `{}`; an object encoded twice is decoded once; anything else that is
 * no object is invalid.
 */
export function validateArguments(tool: ToolSchema, args: unknown, options: ValidationOptions = {}): Validation {
  const invalid = (complaints: readonly Complaint[], received: unknown): Validation => ({
    kind: 'invalid',
    message: failureText(tool.name, complaints, received ?? {}),
  });
  const read = readArguments(args);
  if (read.kind === 'unreadable') return invalid(read.complaints, read.shown);
  const compiled = compiledFor(tool.parameters);
  if (compiled.kind === 'unusable') {
    return invalid([{ path: 'root', message: `the tool's schema cannot be used: ${compiled.reason}` }], args);
  }
  const judged = runBounded(compiled, read.text.length, (usable) => judge(usable, read.text, options.coerce ?? true));
  if (judged.kind !== 'done' || judged.attempts > 1) forget(tool.parameters);
  if (judged.kind !== 'done') {
    return invalid([{ path: 'root', message: reasonOf(judged) }], args);
  }
  return judged.value.kind === 'fits'
    ? { kind: 'valid', args: judged.value.args }
    : invalid(judged.value.complaints, args);
}

/** The refusal of a call whose arguments were not a JSON object when they came; undefined if they were. */
export function rejectUnparsed(
  call: Pick<ToolCall, 'name' | 'argumentsError'>,
): Extract<Validation, { kind: 'invalid' }> | undefined {
  if (call.argumentsError === undefined) return undefined;
  const message = cut(call.argumentsError, bounds.shownArguments);
  return { kind: 'invalid', message: failureText(call.name, [{ path: 'root', message }]) };
}

type Judgement =
  | { readonly kind: 'fits'; readonly args: JsonObject }
  | { readonly kind: 'misfits'; readonly complaints: readonly Complaint[] };

function judge(compiled: CompiledSchema, text: string, mayCoerce: boolean): Judgement {
  const sent = JSON.parse(text) as Json;
  const lost = complaintsAboutDigits(sent, compiled);
  if (lost.length > 0) return { kind: 'misfits', complaints: lost };
  const problems = compiled.check(sent);
  if (problems.length === 0 || !mayCoerce) return judgement(sent, problems);
  const made = coerce(sent, compiled);
  const inspected = inspectValue(made, { depth: bounds.argumentDepth, characters: bounds.argumentBytes });
  if (inspected.kind === 'refused') {
    return {
      kind: 'misfits',
      complaints: [{ path: dottedPath(inspected.path.slice(0, 8)), message: inspected.message }],
    };
  }
  const lostNow = complaintsAboutDigits(made, compiled);
  return lostNow.length > 0 ? { kind: 'misfits', complaints: lostNow } : judgement(made, compiled.check(made));
}

function judgement(value: Json, problems: readonly Problem[]): Judgement {
  if (problems.length > 0) return { kind: 'misfits', complaints: complaintsOf(problems, value) };
  // A schema may turn the whole into something else than an object; a tool never gets that.
  if (!isPlainObject(value)) return { kind: 'misfits', complaints: [{ path: 'root', message: 'must be object' }] };
  return { kind: 'fits', args: value };
}
