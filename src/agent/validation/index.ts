/** The door of argument validation: what the rest of the house may use of it. */
export { checkValue, type Verdict } from './check-value.ts';
export { compileSchema, type CompiledSchema, type CompileOptions, type UnusableSchema } from './compile-schema.ts';
export {
  rejectUnparsed,
  validateArguments,
  type ToolSchema,
  type Validation,
  type ValidationOptions,
} from './validate-arguments.ts';
export { schemaHash } from './validator-cache.ts';
