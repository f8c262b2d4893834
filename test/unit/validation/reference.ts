/**
 * The reference's own validator (pi-ai as pi-agent-core 0.85.1 brings it), loaded from beside it. For tests only.
 */
const dependencies = new URL('../../../node_modules/@earendil-works/pi-agent-core/node_modules/', import.meta.url);

async function load(file: string): Promise<Record<string, unknown>> {
  return (await import(new URL(file, dependencies).href)) as Record<string, unknown>;
}

type Validate = (tool: unknown, call: unknown) => unknown;

const validate = (await load('@earendil-works/pi-ai/dist/utils/validation.js'))['validateToolArguments'] as Validate;

/** TypeBox as the reference resolves it: schemas that its `Value.Convert` recognises. */
export const TypeBox = (await load('typebox/build/index.mjs'))['default'] as Record<
  string,
  (...args: readonly unknown[]) => object
>;

/** What the reference makes of arguments: JSON text, or `invalid` and the paths that its message names. */
export function referenceOutcome(parameters: unknown, args: unknown): string {
  try {
    return JSON.stringify(validate({ name: 't', parameters }, { name: 't', arguments: structuredClone(args) }));
  } catch (error) {
    return `invalid ${pathsIn(error instanceof Error ? error.message : String(error)).join(' ')}`;
  }
}

/** The paths that a message names, each once, sorted. */
export function pathsIn(message: string): readonly string[] {
  const paths = [...message.matchAll(/^ {2}- (.*?): /gm)].map(([, path]) => path ?? '');
  return [...new Set(paths)].sort();
}
