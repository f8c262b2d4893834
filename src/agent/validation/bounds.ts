/**
 * What bounds validation, so that neither a schema nor arguments can hold up the thread (decision
 * `bounded-validation`). Numbers only. Times in milliseconds, sizes in bytes of UTF-8 JSON unless said otherwise.
 */
import { limits } from '../../core/limits.ts';

export const bounds = {
  /** A schema goes to the model with every request: one of this size would be some 60,000 tokens. */
  schemaBytes: 256_000,
  /** Levels of nesting in a schema's JSON. */
  schemaDepth: 256,
  /** Larger arguments could not be sent through the engine either. */
  argumentBytes: limits.payloadBytes,
  /** Levels of nesting in arguments. */
  argumentDepth: 256,
  /** How long one compilation of a schema, and one validation, may hold the thread. */
  compileTime: 3_000,
  validateTime: 250,
  /**
   * Schema cost × characters of the arguments up to which a schema without references is validated without the
   * watchdog (which costs 0.2 ms): about 10 ms at worst.
   */
  unwatchedCost: 5_000_000,
  /** Characters of arguments up to which `uniqueItems`, which is quadratic, is cheap. */
  unwatchedUnique: 2_000,
  /** Compiled schemas that are kept; the least recently used is dropped first. */
  cachedSchemas: 256,
  /** Characters of the received arguments, and problems, that a message shows. */
  shownArguments: 2_000,
  shownProblems: 20,
} as const;
