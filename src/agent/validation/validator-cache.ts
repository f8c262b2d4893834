/**
 * Compiled schemas, found by content: equal schemas share one however often they are listed anew, and nothing is kept
 * for ever. The look-up by object is only a short cut; an object that is dropped takes it along.
 */
import type { JsonObject } from '../../core/json.ts';
import { canonicalJson, sha256Hex } from '../../core/canonical.ts';
import { bounds } from './bounds.ts';
import { compileSchema, type CompiledSchema, type UnusableSchema } from './compile-schema.ts';

type Compiled = CompiledSchema | UnusableSchema;

const byContent = new Map<string, Compiled>();
const byObject = new WeakMap<object, Compiled>();

/** SHA-256 (hex) of a schema's canonical JSON: the same for equal schemas, whatever the order of their keys. */
export function schemaHash(parameters: JsonObject): string {
  return sha256Hex(canonicalJson(parameters));
}

/**
 * The compiled form of a tool's parameters. A schema object must not change after its first use.
 * Keeps the `bounds.cachedSchemas` last used ones, unusable ones too.
 */
export function compiledFor(parameters: JsonObject): Compiled {
  const found = byObject.get(parameters);
  if (found !== undefined) return found;
  const compiled = compiledByContent(parameters);
  byObject.set(parameters, compiled);
  return compiled;
}

/** Drops what was cut off while it ran and may be left half-way. */
export function forget(parameters: JsonObject): void {
  byObject.delete(parameters);
  byContent.delete(schemaHash(parameters));
}

function compiledByContent(parameters: JsonObject): Compiled {
  const hash = hashOf(parameters);
  if (hash === undefined) return compileSchema(parameters);
  const compiled = byContent.get(hash) ?? compileSchema(parameters);
  byContent.delete(hash);
  byContent.set(hash, compiled);
  const [oldest] = byContent.keys();
  if (byContent.size > bounds.cachedSchemas && oldest !== undefined) byContent.delete(oldest);
  return compiled;
}

/** Undefined for what has no canonical form; compiling it says why. */
function hashOf(parameters: JsonObject): string | undefined {
  try {
    return schemaHash(parameters);
  } catch {
    return undefined;
  }
}
