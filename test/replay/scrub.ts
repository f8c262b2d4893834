/**
 * Takes out of a history's JSON what tells where it was made: identities of processes and stacks of errors. Replay needs
 * neither. Must change nothing that a workflow can see.
 */

export function scrubbed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(scrubbed);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => key !== 'stackTrace');
  return Object.fromEntries(kept.map(([key, member]) => [key, key === 'identity' ? 'recorder' : scrubbed(member)]));
}
