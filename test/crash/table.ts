/** The table of a campaign as Markdown: sites and policies down, what went wrong across. */
import type { Row } from './campaign.ts';
import { faultKinds } from './verdict.ts';

export function table(rows: readonly Row[]): string {
  const head = ['site', 'policy', 'rounds', ...faultKinds, 'not counted'];
  const lines = rows.map((row) => [
    row.site,
    row.policy,
    row.rounds,
    ...faultKinds.map((kind) => row.faults.filter((fault) => fault.kind === kind).length),
    row.notCounted,
  ]);
  const cells = [head, head.map((_, column) => (column < 2 ? '---' : '--:')), ...lines];
  return cells.map((line) => `| ${line.join(' | ')} |`).join('\n');
}
