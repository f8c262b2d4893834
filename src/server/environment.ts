/** Environment variables as a value, so that nothing in this folder reads `process.env` unless its caller left it to. */

/** As `process.env` has them; never modified. */
export type Environment = Readonly<Record<string, string | undefined>>;
