/** What a receipt of a `never` call costs on this disk: written, synced and linked under its name. */
import { fileStore } from '../src/store/index.ts';
import { errorResult } from '../src/core/errors.ts';
import type { Figure } from './figures.ts';
import { median } from './figures.ts';
import type { Lab } from './lab.ts';

export async function measureSync(lab: Lab, rounds: number): Promise<readonly Figure[]> {
  const { receipts } = fileStore(lab.place.home);
  const result = errorResult('Failed', 'measured', { at: 0 });
  const times: number[] = [];
  for (let round = 0; round < rounds * 10; round++) {
    const start = performance.now();
    await receipts.record(`bench/1/${String(round)}#1`, { argsHash: 'none', result });
    times.push(performance.now() - start);
  }
  return [{ name: "a never call's receipt: a file written and synced", value: median(times), unit: 'ms' }];
}
