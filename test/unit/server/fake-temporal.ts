/** Stands in for Temporal's and pip's executables: small shell scripts in temporary folders. Never the real thing. */

import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of its own for one test, removed when the test ends. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'turnkeeper-unit-')));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Writes an executable shell script; answers with its path. */
export function script(path: string, body: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** An executable that answers `--version` as the Temporal CLI with this server does. */
export function temporalWithServer(path: string, server: string): string {
  return script(path, `echo 'temporal version 1.9.1 (Server ${server}, UI 2.54.1)'`);
}

/**
 * A `python3` that answers to `-m pip install --target DIR … -r FILE` by putting a Temporal CLI with this server
 * into DIR/bin, and adds one line to `log` each time.
 */
export function pythonWithPip(path: string, options: { readonly server: string; readonly log: string }): string {
  const body = `
echo "$@" >> '${options.log}'
while [ "$1" != --target ]; do shift; done
/bin/mkdir -p "$2/bin"
printf '#!/bin/sh\\necho "temporal version 1.9.1 (Server ${options.server}, UI 2.54.1)"\\n' > "$2/bin/temporal"
/bin/chmod +x "$2/bin/temporal"`;
  return script(path, body);
}

/** The message of the error that a promise is expected to end with. */
export async function messageOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
    return 'no error';
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}
