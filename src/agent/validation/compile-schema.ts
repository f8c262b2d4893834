/**
 * Turns a schema into checks of values, in bounded time. A schema that cannot be used is a value, never a throw.
 * No remote document is ever fetched: a reference that is not inside the schema makes it unusable.
 */
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import type { Json } from '../../core/json.ts';
import { bounds } from './bounds.ts';
import { createValidator, dialectOf, knownDialects, schemaProblem } from './dialect.ts';
import { inspectValue, isPlainObject } from './inspect-value.ts';
import { normaliseSchema, type SchemaTraits } from './normalise-schema.ts';
import { runWithin } from './watchdog.ts';

/** One violated rule. `instancePath` is a JSON pointer into the value. */
export type Problem = Pick<ErrorObject, 'keyword' | 'instancePath' | 'schemaPath' | 'params' | 'message'>;

export interface CompiledSchema {
  readonly kind: 'compiled';
  /** What was compiled: a copy, with non-standard keywords gone. */
  readonly schema: Json;
  readonly traits: SchemaTraits;
  /** True if a pattern needs an engine that may take exponential time. */
  readonly backtracks: () => boolean;
  /** The rules that a value violates; empty if it is valid. Bound its time: see `watchdog.ts`. */
  readonly check: (value: unknown) => readonly Problem[];
  /** Whether the schema at a place of `schema` (JSON pointer, its parts escaped) accepts a value on its own. */
  readonly accepts: (pointer: string, value: unknown) => boolean;
  /** The same schema, compiled once more: for use when a check was cut off half-way. Bound its time. */
  readonly afresh: () => CompiledSchema;
}

export interface UnusableSchema {
  readonly kind: 'unusable';
  /** Why, as the end of a sentence. */
  readonly reason: string;
}

export interface CompileOptions {
  /** Documents that references may name, by URI. */
  readonly remotes?: Readonly<Record<string, Json>>;
  /** Whether the standard formats are checked (default) or say nothing about validity. */
  readonly formats?: 'asserted' | 'annotated';
}

const rootKey = 'schema-of-arguments';

/** Compiles one schema (any JSON). Takes some milliseconds, at most `bounds.compileTime`. */
export function compileSchema(schema: unknown, options: CompileOptions = {}): CompiledSchema | UnusableSchema {
  try {
    const inspected = inspectValue(schema, { depth: bounds.schemaDepth, characters: bounds.schemaBytes });
    if (inspected.kind === 'refused') return unusable(`it ${inspected.message}`);
    const compiled = runWithin(bounds.compileTime, () => compile(JSON.parse(JSON.stringify(schema)) as Json, options));
    if (compiled.kind === 'done') return compiled.value;
    return unusable(
      compiled.kind === 'timedOut'
        ? `compiling it takes longer than ${bounds.compileTime} ms`
        : 'it is nested too deeply',
    );
  } catch (error) {
    return unusable(error instanceof Error ? error.message : String(error));
  }
}

function unusable(reason: string): UnusableSchema {
  return { kind: 'unusable', reason };
}

function compile(written: Json, options: CompileOptions): CompiledSchema | UnusableSchema {
  const dialect = dialectOf(written);
  if (dialect === undefined)
    return unusable(`its $schema ${JSON.stringify((written as { $schema?: Json }).$schema)} is not ${knownDialects}`);
  const remotes = Object.entries(options.remotes ?? {});
  const { schema, traits } = normaliseSchema(written, { dialect, alone: remotes.length === 0 });
  if (traits.unsupported !== undefined) return unusable(traits.unsupported);
  const invalid = schemaProblem(schema, dialect);
  if (invalid !== undefined) return unusable(`it is not valid ${dialect}: ${invalid}`);

  let backtracks = false;
  const validator = createValidator(dialect, {
    formats: options.formats ?? 'asserted',
    onPattern: (pattern) => {
      backtracks ||= !pattern.linear;
    },
  });
  for (const [uri, remote] of remotes) {
    const context = { dialect: dialectOf(remote) ?? dialect, alone: false };
    validator.addSchema(normaliseSchema(remote, context).schema as object, uri);
  }
  validator.addSchema(schema as object, rootKey);
  const validate = validator.getSchema(rootKey);
  if (validate === undefined) return unusable('it is not a schema');
  return {
    kind: 'compiled',
    schema,
    traits,
    backtracks: () => backtracks,
    check: (value) => (validate(value) === true ? [] : (validate.errors ?? [])),
    accepts: fragmentCheck(validator),
    afresh: () => {
      const again = compile(written, options);
      if (again.kind === 'unusable') throw new Error(again.reason);
      return again;
    },
  };
}

/** Checks of parts of the schema, compiled when first asked for. */
function fragmentCheck(validator: Ajv): CompiledSchema['accepts'] {
  const compiled = new Map<string, ValidateFunction | undefined>();
  return (pointer, value) => {
    if (!compiled.has(pointer)) compiled.set(pointer, validator.getSchema(`${rootKey}#${pointer}`));
    return compiled.get(pointer)?.(value) === true;
  };
}

/** The schema's own name for a place below it, for {@link CompiledSchema.accepts}. */
export function pointerTo(parent: string, ...parts: readonly (string | number)[]): string {
  const escaped = parts.map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')));
  return [parent, ...escaped].join('/');
}

/** Follows `#` or `#/…` inside a schema; undefined if there is nothing, or the reference leads elsewhere. */
export function resolvePointer(schema: Json, reference: string): Json | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  let found: Json | undefined = schema;
  for (const part of reference.split('/').slice(1)) {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if ((!isPlainObject(found) && !Array.isArray(found)) || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, Json>)[name];
  }
  return found;
}
