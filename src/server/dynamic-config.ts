/**
 * Reads the server settings that the embedded server and docker-compose share. The file keeps to a plain form, so
 * that no YAML library is needed at run time; anything else in it is refused, never skipped.
 */

import { readFileSync } from 'node:fs';

/** One setting; `value` is the JSON text of a scalar. */
export interface DynamicSetting {
  readonly key: string;
  readonly value: string;
}

/** The shared file: at the same place seen from `src/server/` and from `dist/server/`. */
const dynamicConfigFile = new URL('../../docker/dynamic-config.yaml', import.meta.url);

/** The settings of the shared file, in its order. Throws a plain Error if the file is missing or not in its form: a broken package. */
export function readDynamicConfig(): readonly DynamicSetting[] {
  return parseDynamicConfig(readFileSync(dynamicConfigFile, 'utf8'));
}

/** Parses `key:` lines, each followed by one `  - value: SCALAR` line; comments and blank lines are allowed. */
export function parseDynamicConfig(text: string): readonly DynamicSetting[] {
  const settings: DynamicSetting[] = [];
  let open: string | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(#.*)?$/.test(line)) continue;
    const key = /^([A-Za-z][\w.]*):\s*$/.exec(line)?.[1];
    const value = /^ {2}- value: (true|false|\d+(?:\.\d+)?|"[^"\\]*")\s*$/.exec(line)?.[1];
    if (key !== undefined && open === undefined) {
      open = key;
    } else if (value !== undefined && open !== undefined) {
      settings.push({ key: open, value });
      open = undefined;
    } else {
      throw new Error(`dynamic-config.yaml, line ${index + 1}: expected a key, or its one scalar value`);
    }
  }
  if (open !== undefined) throw new Error(`dynamic-config.yaml: ${open} has no value`);
  return settings;
}
