/**
 * Looks at a value before anything else touches it: is it JSON, how deep and how large is it, did numbers lose digits
 * when they were parsed? Never recurses deeper than the bound, never follows a prototype, never changes the value.
 */

/** An integer beyond ±(2^53 − 1): its digits may not be the ones that were sent. */
export interface UnsafeInteger {
  readonly path: readonly string[];
  readonly value: number;
}

export type Inspection =
  | { readonly kind: 'json'; readonly unsafe: readonly UnsafeInteger[] }
  | { readonly kind: 'refused'; readonly path: readonly string[]; readonly message: string };

/**
 * @param bound levels of nesting, and characters (keys and strings, one more per value) that are allowed
 */
export function inspectValue(
  value: unknown,
  bound: { readonly depth: number; readonly characters: number },
): Inspection {
  const unsafe: UnsafeInteger[] = [];
  const path: string[] = [];
  let characters = 0;
  let problem: string | undefined;

  function visit(item: unknown): boolean {
    characters += 1;
    switch (typeof item) {
      case 'boolean':
        return true;
      case 'string':
        characters += item.length;
        return true;
      case 'number':
        if (!Number.isFinite(item)) return refuse(`must be JSON, but it is ${item}`);
        if (isUnsafeInteger(item)) unsafe.push({ path: [...path], value: item });
        return true;
      case 'object':
        return item === null || visitAll(item);
      default:
        return refuse(`must be JSON, but it is of type ${typeof item}`);
    }
  }

  function visitAll(container: object): boolean {
    if (path.length >= bound.depth) return refuse(`must not be nested deeper than ${bound.depth} levels`);
    if (!Array.isArray(container) && !isPlainObject(container))
      return refuse('must be JSON, but it is a class instance');
    for (const [key, item] of Object.entries(container) as [string, unknown][]) {
      if (item === undefined && !Array.isArray(container)) continue;
      characters += key.length;
      if (characters > bound.characters) return refuse(`must not be larger than ${bound.characters} characters`);
      path.push(key);
      if (!visit(item)) return false;
      path.pop();
    }
    return true;
  }

  function refuse(message: string): false {
    problem ??= message;
    return false;
  }

  return visit(value) ? { kind: 'json', unsafe } : { kind: 'refused', path, message: problem ?? 'must be JSON' };
}

export function isUnsafeInteger(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** An object as JSON has them: no array, no instance of a class; of this realm or another. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
