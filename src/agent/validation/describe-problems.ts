/**
 * Says to the model what is wrong with its arguments, in the reference's form. Never shows more than the bounds allow,
 * and never fails on what it is given.
 */
import { bounds } from './bounds.ts';
import type { Problem } from './compile-schema.ts';
import { isUnsafeInteger } from './inspect-value.ts';

/** One line of the message. `path` is dotted (`a.b.0`), `root` for the whole. */
export interface Complaint {
  readonly path: string;
  readonly message: string;
}

/**
 * `Validation failed for tool "NAME":`, a line `  - path: message` each, an empty line, `Received arguments:` and what
 * was sent, as JSON of at most `bounds.shownArguments` characters.
 * @param received left out of the message if undefined
 */
export function failureText(tool: string, complaints: readonly Complaint[], received?: unknown): string {
  const lines = [...new Set(complaints.map(({ path, message }) => `  - ${path}: ${message}`))];
  const more = lines.length - bounds.shownProblems;
  const shown = more > 0 ? [...lines.slice(0, bounds.shownProblems), `  (and ${more} more)`] : lines;
  const head = [`Validation failed for tool "${tool}":`, ...shown];
  return (received === undefined ? head : [...head, '', 'Received arguments:', shownJson(received)]).join('\n');
}

export function dottedPath(parts: readonly string[]): string {
  return parts.join('.') || 'root';
}

/** The complaints about rules that `value` violates; several missing properties of one object are one complaint, as in the reference. */
export function complaintsOf(problems: readonly Problem[], value: unknown): readonly Complaint[] {
  const missing = new Map<string, string[]>();
  const complaints = problems.map((problem): Complaint | string[] => {
    if (problem.keyword !== 'required')
      return { path: pathOf(problem.instancePath), message: messageOf(problem, value) };
    const place = `${problem.instancePath} ${problem.schemaPath}`;
    const names = missing.get(place) ?? [pathOf(problem.instancePath)];
    missing.set(place, names);
    names.push(String(problem.params['missingProperty']));
    return names;
  });
  return [...new Set(complaints)].map((complaint) => (isNames(complaint) ? missingOf(complaint) : complaint));
}

function isNames(complaint: Complaint | readonly string[]): complaint is readonly string[] {
  return Array.isArray(complaint);
}

function missingOf([parent = '', ...names]: readonly string[]): Complaint {
  const [first = ''] = names;
  const noun = names.length === 1 ? 'property' : 'properties';
  return {
    path: parent === 'root' ? first : `${parent}.${first}`,
    message: `must have required ${noun} ${names.join(', ')}`,
  };
}

function messageOf({ keyword, params, message, instancePath }: Problem, whole: unknown): string {
  const said = message ?? `must satisfy ${keyword}`;
  const value = keyword === 'type' ? valueAt(whole, partsOf(instancePath)) : undefined;
  if (typeof value === 'string' && isUnsafeInteger(Number(value))) {
    return `${said}; this one is too large to be exact (beyond ±${Number.MAX_SAFE_INTEGER})`;
  }
  const detail = ['allowedValues', 'allowedValue', 'additionalProperty', 'unevaluatedProperty', 'propertyName'].find(
    (name) => Object.hasOwn(params, name),
  );
  return detail === undefined ? said : `${said}: ${cut(JSON.stringify(params[detail]), 200)}`;
}

function pathOf(instancePath: string): string {
  return dottedPath(partsOf(instancePath));
}

function partsOf(pointer: string): readonly string[] {
  const parts = pointer.split('/').slice(1);
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function valueAt(value: unknown, [part, ...rest]: readonly string[]): unknown {
  if (part === undefined || typeof value !== 'object' || value === null) return part === undefined ? value : undefined;
  return Object.hasOwn(value, part) ? valueAt((value as Readonly<Record<string, unknown>>)[part], rest) : undefined;
}

function shownJson(value: unknown): string {
  try {
    return cut(JSON.stringify(value, null, 2), bounds.shownArguments);
  } catch (error) {
    return `(not shown: ${error instanceof Error ? error.message : String(error)})`;
  }
}

/** At most so many characters; what is cut says how many there were. */
export function cut(text: string, characters: number): string {
  if (text.length <= characters) return text;
  return `${text.slice(0, characters).toWellFormed()}… (${text.length} characters in all)`;
}
