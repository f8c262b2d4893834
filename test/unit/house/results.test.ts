/** The count at the end of CI: skipping is not passing. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const vitest = {
  success: true,
  numPassedTests: 10,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
};
const conformance = { suite: 'conformance', passed: 30, failed: 0, skipped: 0 };

function count(
  reports: Readonly<Record<string, object>>,
  ...expected: readonly string[]
): { line: string; status: number | null; told: string } {
  const folder = mkdtempSync(join(tmpdir(), 'turnkeeper-count-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [suite, report] of Object.entries(reports))
    writeFileSync(join(folder, `${suite}.json`), JSON.stringify(report));
  const { stdout, stderr, status } = spawnSync(process.execPath, ['test/count-results.ts', folder, ...expected], {
    encoding: 'utf8',
    env: { ...process.env, CI: 'true' },
  });
  return { line: stdout, status, told: stderr };
}

it('the reports of all suites are summed', () => {
  expect(count({ unit: vitest, conformance }, 'unit', 'conformance')).toEqual({
    line: '40 passed, 0 failed\n',
    status: 0,
    told: '',
  });
});

it('a skipped or planned test fails CI', () => {
  const report = { ...vitest, numPendingTests: 2, numTodoTests: 1 };
  expect(count({ unit: report })).toEqual({ line: '10 passed, 3 failed\n', status: 1, told: 'unit: 3 skipped\n' });
});

it('a suite without a report, and a file that could not be loaded, count as failures', () => {
  expect(count({ unit: { ...vitest, success: false } }, 'engine')).toEqual({
    line: '10 passed, 2 failed\n',
    status: 1,
    told: 'engine: no report\n',
  });
});

it('what failed is named at the end, where it is read', () => {
  const failed = { fullName: 'adds up', status: 'failed', failureMessages: ['expected 1 to be 2\n    at sum'] };
  const file = { name: '/a/sum.test.ts', status: 'failed', message: '', assertionResults: [failed] };
  const unreadable = { name: '/a/odd.test.ts', status: 'failed', message: 'no such module', assertionResults: [] };
  const report = { ...vitest, success: false, numFailedTests: 1, testResults: [file, unreadable] };
  expect(count({ unit: report }).told).toBe(
    'failed: adds up: expected 1 to be 2\nfailed: odd.test.ts: no such module\n',
  );
});
