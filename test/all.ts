/**
 * `npm test`: the gates and every suite, one after the other, on to the end even if one fails, so that one run tells
 * everything. With TURNKEEPER_TEST_REPORTS set to a folder, every suite leaves its figures there for count-results.ts.
 */
import { spawnSync } from 'node:child_process';

const reports = process.env['TURNKEEPER_TEST_REPORTS'];

/** Vitest writes its own report; the conformance run reads the variable itself. */
const reporters = (suite: string): readonly string[] =>
  reports === undefined
    ? []
    : ['--', '--reporter=default', '--reporter=json', `--outputFile.json=${reports}/${suite}.json`];

const suites = [
  ['check'],
  ['test:unit', ...reporters('unit')],
  ['test:engine', ...reporters('engine')],
  ['conformance'],
] as const;

const failed = suites.flatMap(([script, ...args]) => {
  console.log(`\n== ${script}`);
  const { status } = spawnSync('npm', ['run', '--silent', script, ...args], { stdio: 'inherit' });
  return status === 0 ? [] : [script];
});

console.log(failed.length === 0 ? '\nEverything passed.' : `\nFailed: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
