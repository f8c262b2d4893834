/** How a webhook's body is signed: `t=SECONDS,v1=HEX`, HMAC-SHA256 over `SECONDS.BODY`. Compared in constant time. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const signatureHeader = 'turnkeeper-signature';

/** The header's value. @param with.at milliseconds since the epoch */
export function signed(body: string, made: { readonly secret: string; readonly at: number }): string {
  const seconds = String(Math.floor(made.at / 1_000));
  return `t=${seconds},v1=${hmac(body, { secret: made.secret, seconds }).toString('hex')}`;
}

/** When the body was signed, in milliseconds; undefined if the header is none of this secret and body. */
export function signedAt(body: string, header: string, secret: string): number | undefined {
  const [, seconds, hex] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (seconds === undefined || hex === undefined) return undefined;
  const isEqual = timingSafeEqual(hmac(body, { secret, seconds }), Buffer.from(hex, 'hex'));
  return isEqual ? Number(seconds) * 1_000 : undefined;
}

function hmac(body: string, { secret, seconds }: { readonly secret: string; readonly seconds: string }): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest();
}
