/** The door of argument validation: what the rest of the house may use of it. */
export { checkValue } from './check-value.ts';
export { compileSchema } from './compile-schema.ts';
export { rejectUnparsed, validateArguments } from './validate-arguments.ts';
export { schemaHash } from './validator-cache.ts';
