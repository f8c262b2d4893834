/**
 * The one error this folder throws on purpose. Its message is meant for a person: one sentence that names the
 * thing, then the way out. It must never carry a secret or a stack trace of somebody else's code.
 */

/** Why a server could not be had; stable, for callers that react to one of them. */
export type ServerErrorCode =
  | 'BadConfiguration'
  | 'BinaryUnusable'
  | 'BinaryNotFound'
  | 'PortTaken'
  | 'Locked'
  | 'StartFailed'
  | 'NotAnswering'
  | 'StopFailed'
  | 'HomeUnusable';

/** An expected failure around the Temporal server. `message` is shown to the user as it is. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
  readonly code: ServerErrorCode;

  constructor(code: ServerErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** The text of anything that was thrown, in one line, without a stack. */
export function reasonOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return text.replace(/\s+/g, ' ').trim();
}
