/**
 * What may cross a boundary: JSON by construction. Nothing here parses or validates;
 * `canonical.ts` gives the one text form that is hashed.
 */

/** Any JSON value. Numbers are finite. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object; a missing key and an undefined value are the same. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}
