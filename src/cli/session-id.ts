/** Names new sessions so that people can read and sort them. */

/**
 * `AGENT-20261201-143005-x7f2`, in the process's time zone.
 * @param now milliseconds since the epoch
 * @param random between 0 and 1, for the last four characters
 */
export function newSessionId(agent: string, now: number, random: () => number): string {
  const date = new Date(now);
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${String(date.getFullYear())}${two(date.getMonth() + 1)}${two(date.getDate())}`;
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join('');
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
  const end = Array.from({ length: 4 }, () => letters[Math.floor(random() * letters.length)]).join('');
  return `${agent}-${day}-${time}-${end}`;
}
