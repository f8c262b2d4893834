/** The name of an execution's recording, by its place in the chain of its session from 1. */
export function sessionPart(number: number): string {
  return number === 1 ? 'session' : `session-${String(number)}`;
}
