/** What the receiver of an approval webhook needs: is it from who has the secret, is it fresh, and what waits? Pure. */
import type { WaitingApproval } from '../../agent/index.ts';
import { limits } from '../../core/limits.ts';
import type { WebhookBody } from './approval-webhook.ts';
import { signedAt } from './signature.ts';

export type VerifiedWebhook =
  | { readonly kind: 'verified'; readonly approval: WaitingApproval }
  /** Nothing of it may be believed. `stale`: signed too long ago, or in the future; perhaps sent again by somebody. */
  | { readonly kind: 'refused'; readonly why: 'unsigned' | 'forged' | 'stale' };

/**
 * Checks a webhook that `approvalWebhook` sent; compares in constant time.
 * @param received.body the raw text, exactly as it came
 * @param received.signature the header `turnkeeper-signature`
 * @param received.secret what the sender signs with
 * @param received.tolerance milliseconds of age, or of a clock that is ahead. Default: 300,000
 * @param received.now milliseconds since the epoch. Default: now
 * @throws TypeError if the secret is empty, or a time no number; SyntaxError if who has the secret signed no JSON
 */
export function verifyWebhook(received: {
  readonly body: string;
  readonly signature: string | undefined;
  readonly secret: string;
  readonly tolerance?: number;
  readonly now?: number;
}): VerifiedWebhook {
  const { body, signature, secret, tolerance = limits.webhookAge, now = Date.now() } = received;
  // With an empty key anybody could sign.
  if (secret === '') throw new TypeError('verifyWebhook: the secret is empty.');
  // No number is further away than one that is none.
  if (!Number.isFinite(tolerance) || !Number.isFinite(now)) {
    throw new TypeError('verifyWebhook: tolerance and now must be numbers of milliseconds.');
  }
  if (signature === undefined) return { kind: 'refused', why: 'unsigned' };
  const at = signedAt(body, signature, secret);
  if (at === undefined) return { kind: 'refused', why: 'forged' };
  if (Math.abs(now - at) > tolerance) return { kind: 'refused', why: 'stale' };
  const { v: _v, type: _type, ...approval } = JSON.parse(body) as WebhookBody;
  return { kind: 'verified', approval };
}
