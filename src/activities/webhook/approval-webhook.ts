/**
 * A ready-made `onApproval`: posts what waits to a URL, signed. Secrets are read from the environment at the moment of
 * sending; neither they nor anything that the receiver says may get into an error, for errors are recorded.
 */
import { ApplicationFailure } from '@temporalio/common';
import { DefinitionError } from '../../agent/index.ts';
import type { OnApproval, WaitingApproval } from '../../agent/index.ts';
import { failureCodes } from '../../core/errors.ts';
import { limits } from '../../core/limits.ts';
import { signatureHeader, signed } from './signature.ts';

/** The name of a variable of the environment of the worker that sends. */
export interface FromEnvironment {
  readonly env: string;
}

export interface ApprovalWebhookOptions {
  /** `http` or `https`. Name a variable if the URL itself is a secret. */
  readonly url: string | FromEnvironment;
  /** What the body is signed with; the receiver has the same. Never the secret itself. */
  readonly secret: FromEnvironment;
  /** Milliseconds for one request. Default: 10,000; the agent's hook time bounds it too. */
  readonly timeout?: number;
}

/** Statuses below 500 after which it is worth while to try again. */
const PASSING = new Set([408, 425, 429]);

/**
 * POST, `content-type: application/json`, a body `{ v: 1, type: 'approval_requested', id, session, turn, index, tool,
 * args, argsHash, reason?, expiresAt }`, and the header `turnkeeper-signature: t=SECONDS,v1=HEX`: HMAC-SHA256 over
 * `SECONDS.BODY`. The same call may be posted more than once: its `id` tells. The hook throws unless the answer is 2xx;
 * what the receiver refuses for good (3xx, 4xx except 408, 425 and 429) is not tried again.
 * @throws DefinitionError if the options make no sense
 */
export function approvalWebhook(options: ApprovalWebhookOptions): OnApproval {
  checkOptions(options);
  const { url, secret, timeout = limits.webhookTimeout } = options;
  return async (approval, signal) => {
    const target = typeof url === 'string' ? url : valueOf(url);
    const body = JSON.stringify({ v: 1, type: 'approval_requested', ...approval } satisfies WebhookBody);
    const signature = signed(body, { secret: valueOf(secret), at: Date.now() });
    const headers = { 'content-type': 'application/json', [signatureHeader]: signature };
    const status = await post(target, { headers, body }, AbortSignal.any([signal, AbortSignal.timeout(timeout)]));
    if (status >= 200 && status < 300) return;
    const said = `The approval webhook answered ${String(status)}.`;
    if (status >= 500 || PASSING.has(status)) throw new Error(said);
    throw ApplicationFailure.nonRetryable(said, failureCodes.hookFailed);
  };
}

/** What is posted. */
export interface WebhookBody extends WaitingApproval {
  readonly v: 1;
  readonly type: 'approval_requested';
}

/** @returns the status */
async function post(
  url: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  signal: AbortSignal,
): Promise<number> {
  try {
    // A redirect is not followed: it would go to a place that nobody named, or lose its body.
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    // Not the error itself, nor its cause: they may name the URL.
    throw new Error(`The approval webhook could not be reached (${reasonOf(error)}).`);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return 'it did not answer in time';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : error.name;
}

/** @throws Error naming the variable; tried again, for the next worker may have it */
function valueOf({ env }: FromEnvironment): string {
  const value = process.env[env];
  if (value === undefined || value === '') throw new Error(`The worker's environment has no ${env}.`);
  return value;
}

function checkOptions({ url, secret, timeout = limits.webhookTimeout }: ApprovalWebhookOptions): void {
  if (typeof url === 'string' ? !isWebUrl(url) : !isName(url)) {
    throw new DefinitionError(
      'approvalWebhook: url must be an http or https URL without a password, or { env: NAME }.',
    );
  }
  if (!isName(secret))
    throw new DefinitionError('approvalWebhook: secret must be { env: NAME }, never the secret itself.');
  if (!Number.isInteger(timeout) || timeout < 1 || timeout > limits.longestTime) {
    throw new DefinitionError(`approvalWebhook: timeout must be whole milliseconds from 1 (got ${String(timeout)}).`);
  }
}

function isWebUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

function isName(given: unknown): boolean {
  return (
    typeof given === 'object' && given !== null && 'env' in given && typeof given.env === 'string' && given.env !== ''
  );
}
