/** Bad input: one sentence that names the thing and the way out. Shown without a stack; the exit code is 2. */

export class UsageError extends Error {
  override readonly name = 'UsageError';
}
