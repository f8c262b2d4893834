/** Medians and percentiles of repeated measurements. */

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value at a share of the sorted list, `share` from 0 to 1; nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  if (value === undefined) throw new Error('no measurements');
  return value;
}

/** One line of the report. `limit` is what the figure must not exceed, if there is a target. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms' | 'x' | 'bytes' | 'events' | '%' | 'kB' | 'followers' | 'times' | 'faults';
  readonly limit?: number;
}

export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
