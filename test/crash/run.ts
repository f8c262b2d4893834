/**
 * `npm run crash -- --rounds N [--json] [--abreast N] [--only SITE]…`: kills everything that can die, N times per site
 * and replay policy, and prints what came of it. Exit code 1 if anything but the number of rounds is not zero.
 */
import { parseArgs } from 'node:util';
import { campaign, rowsOf } from './campaign.ts';
import { sites } from './plan.ts';
import { table } from './table.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1' },
    abreast: { type: 'string', default: '3' },
    only: { type: 'string', multiple: true },
    json: { type: 'boolean', default: false },
  },
});
const only = sites.filter((site) => values.only === undefined || values.only.some((start) => site.startsWith(start)));
const rounds = Number(values.rounds);
const judged = await campaign({
  rounds,
  abreast: Number(values.abreast),
  only,
  onNote: (note) => process.stderr.write(`${note}\n`),
});
const rows = rowsOf(judged, only);
const failed = rows.some((row) => row.rounds < rounds || row.faults.length > 0);
const faulty = judged.filter((one) => one.faults.length > 0 || one.unproven !== undefined);
process.stdout.write(values.json ? `${JSON.stringify({ rows, faulty }, null, 2)}\n` : `${table(rows)}\n`);
if (!values.json) {
  for (const { round, unproven, faults } of faulty) {
    process.stdout.write(`\n${JSON.stringify(round)}\n`);
    if (unproven !== undefined) process.stdout.write(`  not counted: ${unproven}\n`);
    for (const { kind, said } of faults) process.stdout.write(`  ${kind}: ${said}\n`);
  }
}
process.exitCode = failed ? 1 : 0;
