/**
 * Marks what is thrown for a body that ended well, with a result that nobody can have: its effect is done. Asking never
 * looks at what was thrown: that may refuse to be looked at.
 */
const problems = new WeakMap<object, string>();

/** @param problem what keeps the result from being JSON */
export function unfitResult(problem: string): Error {
  const error = new Error(`The result cannot be serialized: ${problem}.`);
  problems.set(error, problem);
  return error;
}

/** The problem, if this is what {@link unfitResult} made. */
export function unfitProblem(thrown: unknown): string | undefined {
  return typeof thrown === 'object' && thrown !== null ? problems.get(thrown) : undefined;
}
