/** The webhooks' door: a ready-made sender for `onApproval`, and what its receiver needs. */
export { approvalWebhook } from './approval-webhook.ts';
export type { ApprovalWebhookOptions, FromEnvironment } from './approval-webhook.ts';
export { verifyWebhook } from './verify-webhook.ts';
export type { VerifiedWebhook } from './verify-webhook.ts';
