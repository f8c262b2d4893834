/** Thrown for a body that ended well, with a result that nobody can have: its effect is done. */
export class UnfitResult extends Error {
  override readonly name = 'UnfitResult';
  /** What keeps it from being JSON. */
  readonly problem: string;

  constructor(problem: string) {
    super(`The result cannot be serialized: ${problem}.`);
    this.problem = problem;
  }
}
