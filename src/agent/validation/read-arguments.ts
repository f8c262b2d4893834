/**
 * Makes of what came as arguments the JSON text of one object, or says why it cannot be. Looks at nothing but form:
 * what the tool wants is not known here.
 */
import { bounds } from './bounds.ts';
import { cut, dottedPath, type Complaint } from './describe-problems.ts';
import { inspectValue, isPlainObject } from './inspect-value.ts';

export type ReadArguments =
  | { readonly kind: 'read'; readonly text: string }
  /** `shown` is what a message may show of them. */
  | { readonly kind: 'unreadable'; readonly complaints: readonly Complaint[]; readonly shown: unknown };

/** Missing or empty arguments are `{}`; a text that holds an object is that object (once). */
export function readArguments(args: unknown): ReadArguments {
  const decoded = decode(args);
  if (!isPlainObject(decoded)) return unreadable('root', 'must be object', showable(args));
  const inspected = inspectValue(decoded, { depth: bounds.argumentDepth, characters: bounds.argumentBytes });
  if (inspected.kind === 'refused') {
    return unreadable(dottedPath(inspected.path.slice(0, 8)), inspected.message, '(not shown)');
  }
  const text = JSON.stringify(decoded);
  if (text.length > bounds.argumentBytes / 3 && Buffer.byteLength(text) > bounds.argumentBytes) {
    return unreadable('root', `must not be larger than ${bounds.argumentBytes} bytes`, '(not shown)');
  }
  return { kind: 'read', text };
}

function decode(args: unknown): unknown {
  if (args === undefined || args === null) return {};
  if (typeof args !== 'string') return args;
  if (args.trim() === '') return {};
  if (args.length > bounds.argumentBytes) return args;
  try {
    const parsed: unknown = JSON.parse(args);
    return parsed === null ? {} : parsed;
  } catch {
    return args;
  }
}

/** A text that is an object twice encoded stays a text: it is decoded once. */
function showable(args: unknown): unknown {
  if (typeof args === 'string') return cut(args, bounds.shownArguments);
  const inspected = inspectValue(args, { depth: bounds.argumentDepth, characters: bounds.argumentBytes });
  return inspected.kind === 'json' ? args : '(not shown)';
}

function unreadable(path: string, message: string, shown: unknown): ReadArguments {
  return { kind: 'unreadable', complaints: [{ path, message }], shown };
}
