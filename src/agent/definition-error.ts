/** A mistake in a definition: one sentence that names the thing and the way out. Shown to people without a stack. */

export class DefinitionError extends Error {
  override readonly name = 'DefinitionError';
}
