/**
 * The regular expressions of schemas (`pattern`, `patternProperties`), which come from anywhere and meet texts from
 * anywhere. They run on RE2, in time linear in the text. One that RE2 cannot express runs on JavaScript's engine and
 * is marked, so that it is only ever run under the watchdog.
 */
import { RE2JS } from 're2js';
import { translatePattern } from './translate-pattern.ts';

export interface Pattern {
  readonly test: (text: string) => boolean;
  /** False: matching may take exponential time. */
  readonly linear: boolean;
  /** Unlike for unlike patterns: ajv tells them apart by it. */
  readonly toString: () => string;
}

/**
 * A pattern as JSON Schema means it: unanchored, with the `u` flag. One that is valid only without the flag
 * (`\-`, `[\w-.]`) is taken too; its characters are whole code points all the same.
 * @throws SyntaxError if it is not a pattern of JavaScript
 */
export function compilePattern(source: string): Pattern {
  const native = nativePattern(source);
  const linear = linearTest(translatePattern(source, native.unicode ? 'unicode' : 'legacy'));
  return {
    test: linear ?? ((text) => native.test(text)),
    linear: linear !== undefined,
    toString: () => String(native),
  };
}

function nativePattern(source: string): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch {
    return new RegExp(source);
  }
}

function linearTest(source: string | undefined): Pattern['test'] | undefined {
  if (source === undefined) return undefined;
  try {
    const compiled = RE2JS.compile(source);
    return (text) => compiled.test(text);
  } catch {
    return undefined; // Too large a program for RE2.
  }
}
