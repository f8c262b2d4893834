/** Times for people. Pure: the clock and the time zone are the caller's. */

/** `12 ms`, `1.4 s`, `3 min 5 s`, `2 h 10 min`, `4 d 3 h`. */
export function duration(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  if (whole < 1000) return `${whole} ms`;
  if (whole < 59_950) return `${(whole / 1000).toFixed(1)} s`;
  const seconds = Math.round(whole / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return pair(minutes, 'min', seconds % 60, 's');
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? pair(hours, 'h', minutes % 60, 'min') : pair(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

/** `14:30:05.123`, in the process's time zone. `at` is milliseconds since the epoch. */
export function clockTime(at: number): string {
  const date = new Date(at);
  const two = (part: number): string => String(part).padStart(2, '0');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return `${time}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** `2026-12-01 14:30:05`, in the process's time zone. */
export function dateTime(at: number): string {
  const date = new Date(at);
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = [String(date.getFullYear()), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${clockTime(at).slice(0, 8)}`;
}

function pair(big: number, bigUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${big} ${bigUnit}` : `${big} ${bigUnit} ${small} ${smallUnit}`;
}
