/** A time on the command line: a number and its unit. */
import { limits } from '../core/limits.ts';
import { UsageError } from './usage-error.ts';

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000 };

/** `90s`, `30m`, `2h`, `1.5d` in milliseconds. @throws UsageError naming the option */
export function readDuration(option: string, text: string): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?) *(s|m|min|h|d)$/.exec(text.trim()) ?? [];
  const ms = Math.round(Number(number) * (units[unit] ?? Number.NaN));
  if (ms >= 1 && ms <= limits.longestIdle) return ms;
  throw new UsageError(`${option} "${text}" is no time: write a number and s, m, h or d, such as 90s, 30m, 2h or 7d.`);
}
