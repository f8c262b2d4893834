/**
 * Sums the reports in a folder and prints `N passed, N failed` as its only line on stdout. A report is Vitest's JSON, or
 * a suite's own `{ suite, passed, failed, skipped }`. Stderr names what failed, with the first line of its reason. A
 * skipped test is told there too and, under CI=true, counts as failed: nothing may look green by not running.
 *
 * Usage: node test/count-results.ts FOLDER [SUITE…]; each named suite must have left a report there.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

interface Figures {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface VitestReport {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** A file that fails to load has failed without a failed test in it, so it counts as one. */
function read(file: string): Figures {
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport | Figures;
  if (!('numPassedTests' in report)) return report;
  for (const file of report.testResults) tellFailures(file);
  const failed = report.numFailedTests > 0 || report.success ? report.numFailedTests : 1;
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests };
}

/** The tests of a file that failed; of a file that failed without one, the file. */
function tellFailures(file: VitestReport['testResults'][number]): void {
  const failures = file.assertionResults.filter(({ status }) => status === 'failed');
  for (const { fullName, failureMessages } of failures) tell(fullName, failureMessages[0] ?? '');
  if (failures.length === 0 && file.status === 'failed') tell(basename(file.name), file.message);
}

function tell(what: string, why: string): void {
  console.error(`failed: ${what}: ${why.split('\n')[0] ?? ''}`);
}

const [folder, ...expected] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node test/count-results.ts FOLDER [SUITE…]');

const reports = new Map(globSync(`${folder}/*.json`).map((file) => [basename(file, '.json'), read(file)]));
let { passed, failed } = { passed: 0, failed: 0 };
for (const [suite, figures] of reports) {
  passed += figures.passed;
  failed += figures.failed;
  if (figures.skipped === 0) continue;
  console.error(`${suite}: ${String(figures.skipped)} skipped`);
  if (process.env['CI'] === 'true') failed += figures.skipped;
}
for (const suite of expected) {
  if (reports.has(suite)) continue;
  console.error(`${suite}: no report`);
  failed += 1;
}
console.log(`${String(passed)} passed, ${String(failed)} failed`);
process.exitCode = failed === 0 ? 0 : 1;
