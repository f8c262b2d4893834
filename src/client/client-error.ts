/** What a client can be told: a code for programs, one sentence for people. */

export type ClientErrorCode =
  | 'NoServer'
  | 'NoWorker'
  | 'UnknownSession'
  | 'ClosedSession'
  | 'Refused'
  | 'InvalidInput'
  | 'SessionFailed'
  | 'ClientClosed';

export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly code: ClientErrorCode;

  constructor(code: ClientErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
