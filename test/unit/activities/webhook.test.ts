/** The webhook for waiting calls: what it may be made of, and what its receiver believes. */
import { expect, it } from 'vitest';
import { signed } from '../../../src/activities/webhook/signature.ts';
import { approvalWebhook, verifyWebhook } from '../../../src/index.ts';

const approval = {
  id: 's/0123456789/turn-1/call-0',
  session: 's',
  turn: 1,
  index: 0,
  tool: 'pay',
  args: { amount: 1 },
  argsHash: 'h',
  expiresAt: 5,
};
const body = JSON.stringify({ v: 1, type: 'approval_requested', ...approval });
const at = 1_700_000_000_000;
const secret = 'the-secret';
const signature = signed(body, { secret, at });

it('believes what is signed with its secret and fresh', () => {
  expect(verifyWebhook({ body, signature, secret, now: at + 60_000 })).toEqual({ kind: 'verified', approval });
});

it.each([
  ['unsigned', { signature: undefined }],
  ['forged', { signature: signed(body, { secret: 'another', at }) }],
  ['forged', { body: body.replace('"amount":1', '"amount":9') }],
  ['forged', { signature: signature.replace('t=1700000000', 't=1700000060') }],
  ['forged', { signature: 't=1,v1=zz' }],
  ['forged', { signature: '' }],
  ['stale', { now: at + 301_000 }],
  ['stale', { now: at - 301_000 }],
  ['stale', { now: at + 2_000, tolerance: 1_000 }],
])('refuses what is %s: %j', (why, changed) => {
  expect(verifyWebhook({ body, signature, secret, now: at, ...changed })).toEqual({ kind: 'refused', why });
});

it('refuses to verify with an empty secret', () => {
  expect(() => verifyWebhook({ body, signature, secret: '' })).toThrow('the secret is empty');
});

it.each([
  [{ url: 'ftp://host/x', secret: { env: 'S' } }, /url must be/],
  [{ url: 'https://user:word@host/', secret: { env: 'S' } }, /url must be/],
  [{ url: { env: '' }, secret: { env: 'S' } }, /url must be/],
  [{ url: 'https://host/', secret: 'plain' as never }, /never the secret itself/],
  [{ url: 'https://host/', secret: { env: 'S' }, timeout: 0 }, /timeout must be/],
])('a webhook of %j is refused when it is made', (options, why) => {
  expect(() => approvalWebhook(options)).toThrow(why);
});

it('names the variable that the environment lacks', async () => {
  const hook = approvalWebhook({ url: 'https://host/', secret: { env: 'NO_SUCH_SECRET' } });
  await expect(hook(approval, new AbortController().signal)).rejects.toThrow(
    "The worker's environment has no NO_SUCH_",
  );
});
