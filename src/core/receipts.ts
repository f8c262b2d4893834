/**
 * The port to receipts: one write-once record per call, under its idempotency key, that says whether its effect
 * happened. It is what makes a lost worker's call neither repeated nor called unknown.
 */
import type { CallResult } from './calls.ts';

/** The effect is done. `result` is absent until the after hook has seen it. */
export interface Receipt {
  readonly argsHash: string;
  readonly result?: CallResult;
}

export interface ReceiptStore {
  /**
   * Records durably that the effect is done, once; a later receipt of the same key changes nothing.
   * @returns `givenUp` if somebody has settled the call without it before: its result is not used any more
   */
  record(key: string, receipt: Receipt): Promise<'recorded' | 'givenUp'>;
  /** Adds the final result to a recorded receipt. */
  complete(key: string, result: CallResult): Promise<void>;
  /**
   * The receipt of a call, or undefined; then "given up" is recorded in the same atomic step, so that an outcome that
   * comes later can never be used.
   */
  settle(key: string): Promise<Receipt | undefined>;
}
