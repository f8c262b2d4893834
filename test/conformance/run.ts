/**
 * `npm run conformance`: plays the scenarios of a folder (CONFORMANCE_DIR, default: this one) on a real server and
 * compares messages, events and executions with the recorded ones. The last line is `N passed, N failed` alone; exit
 * code 1 if one failed or there was none. Leaves `conformance.json` in TURNKEEPER_TEST_REPORTS if that is set.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { firstBreach } from './compare-aborted.ts';
import type { Lab } from './lab.ts';
import { openLab } from './lab.ts';
import { play } from './play.ts';
import type { ScenarioFile } from './scenario.ts';

const AT_ONCE = 3;

const folder = process.env['CONFORMANCE_DIR'] ?? import.meta.dirname;
const files = globSync('*.json', { cwd: folder }).sort();
if (files.length === 0) console.log(`FAILED no scenario in ${folder}`);
const failures = files.length === 0 ? ['none found'] : await judgeAll(files);
report({ passed: files.length - (files.length === 0 ? 0 : failures.length), failed: failures.length });

async function judgeAll(names: readonly string[]): Promise<readonly string[]> {
  await using lab = await openLab();
  const end = (): void => {
    void lab[Symbol.asyncDispose]().then(
      () => process.exit(130),
      () => process.exit(130),
    );
  };
  process.once('SIGINT', end).once('SIGTERM', end);
  const failed: string[] = [];
  const queue = names.values();
  const lane = async (): Promise<void> => {
    for (const name of queue) if ((await judge(name, lab)) === 'failed') failed.push(name);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  process.off('SIGINT', end).off('SIGTERM', end);
  return failed;
}

async function judge(file: string, lab: Lab): Promise<'passed' | 'failed'> {
  const name = path.basename(file, '.json');
  const difference = await playFile(path.join(folder, file), lab);
  console.log(difference === undefined ? `ok     ${name}` : `FAILED ${name}: ${difference}`);
  return difference === undefined ? 'passed' : 'failed';
}

async function playFile(file: string, lab: Lab): Promise<string | undefined> {
  try {
    const { scenario, expected } = JSON.parse(readFileSync(file, 'utf8')) as ScenarioFile;
    return firstBreach(expected, await play(scenario, lab));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function report(figures: { readonly passed: number; readonly failed: number }): void {
  const reports = process.env['TURNKEEPER_TEST_REPORTS'];
  if (reports !== undefined) {
    writeFileSync(
      path.join(reports, 'conformance.json'),
      JSON.stringify({ suite: 'conformance', ...figures, skipped: 0 }),
    );
  }
  process.exitCode = figures.failed === 0 ? 0 : 1;
  console.log(`${figures.passed} passed, ${figures.failed} failed`);
}
