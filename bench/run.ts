/**
 * `npm run bench [-- --json] [-- --rounds N] [-- --aborts N]`: the product against hand-written Temporal code on the same server, in
 * one run, interleaved. Prints medians and ratios with their targets; exit code 1 if a target is missed.
 */
import { parseArgs } from 'node:util';
import { workflowBundle } from '../src/worker/index.ts';
import type { Figure } from './figures.ts';
import { rounded } from './figures.ts';
import { measureAborts } from './abort-times.ts';
import { measureApproval } from './approval-times.ts';
import { measureCrowd, measureFollowing } from './follow-times.ts';
import { measureHistory } from './history-growth.ts';
import { openLab } from './lab.ts';
import { openPushlessServer } from './pushless-server.ts';
import { measureSync } from './sync-times.ts';
import { measureTurns } from './turn-times.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '15' },
    aborts: { type: 'string', default: '100' },
  },
});
const rounds = Number(values.rounds);
const aborts = Number(values.aborts);
for (const [name, count] of Object.entries({ rounds, aborts })) {
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} must be a whole number of at least 1`);
}

await using lab = await openLab();
endOnSignal(lab);
const { code } = await workflowBundle();
const figures: readonly Figure[] = [
  ...(await measureTurns(lab, rounds)),
  ...(await measureSync(lab, rounds)),
  ...(await measureApproval(lab, rounds)),
  ...(await measureHistory(lab)),
  ...(await measureFollowing(lab, rounds)),
  ...(await measureCrowd(lab)),
  ...(await measureAborts({ ...lab.place, name: 'push', limit: 100 }, aborts)),
  ...(await withoutPush(aborts)),
  { name: 'workflow bundle', value: code.length / 1024, unit: 'kB' },
];

for (const { name, value, unit, limit } of values.json ? [] : figures) {
  const target = limit === undefined ? '' : `   target ≤ ${String(limit)} ${value <= limit ? '✓' : '✗ MISSED'}`;
  console.log(`${name.padEnd(62)} ${String(rounded(value)).padStart(9)} ${unit}${target}`);
}
if (values.json) console.log(JSON.stringify({ v: 1, rounds, figures }, undefined, 2));
process.exitCode = figures.every(({ value, limit }) => limit === undefined || value <= limit) ? 0 : 1;

async function withoutPush(count: number): Promise<readonly Figure[]> {
  await using server = await openPushlessServer();
  const { home, address, namespace } = server;
  return await measureAborts({ home, address, namespace, name: 'no push', limit: 1_500 }, count);
}

/** A bench that is stopped leaves no server behind. */
function endOnSignal(open: AsyncDisposable): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => {
      const exit = (): void => process.exit(code);
      open[Symbol.asyncDispose]().then(exit, exit);
    });
  }
}
