/**
 * Which failures of a request are worth another try, read from HTTP answers and from the errors inside a stream.
 * It must never retry or wait itself, and knows nothing of any one provider's stream.
 */
import { getOverflowPatterns } from '@earendil-works/pi-ai/utils/overflow';
import type { JsonObject } from '../../core/json.ts';
import type { ModelFailure } from '../../core/model.ts';
import { modelFailure } from './failure.ts';

const lastingErrors =
  /invalid_request|authentication|permission|not_found|unprocessable|billing|insufficient_quota|too_large|invalid_api_key|invalid_prompt|content_policy/i;

/** The stream cannot be trusted: nothing of it is used, and the request may be tried again. */
export function brokenStream(problem: string): ModelFailure {
  return modelFailure(`The answer broke off: ${problem}.`, { retryable: true });
}

/** 408, 409, 425, 429 and 5xx may be tried again; every other status says that the request itself is refused. */
function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 409 || status === 425 || status === 429 || status >= 500;
}

/** Whether the text of an error says that the request was larger than the model's context. */
export function isOverflow(text: string, status?: number): boolean {
  if (status === 429 || /rate limit|too many requests/i.test(text)) return false;
  return getOverflowPatterns().some((pattern) => pattern.test(text));
}

/** The failure that an HTTP answer outside 2xx stands for. `body` is its text. */
export function statusFailure(status: number, headers: Headers, body: string): ModelFailure {
  const told = errorText(body);
  const overflow = isOverflow(told, status);
  const wish = headers.get('x-should-retry');
  const retryable = wish === 'true' || (wish !== 'false' && isRetryableStatus(status));
  const lasting = overflow || /insufficient_quota/.test(body);
  return modelFailure(`The server answered with status ${status}${told === '' ? '' : `: ${told}`}`, {
    retryable: retryable && !lasting,
    status,
    retryAfterMs: retryAfterMs(headers),
    data: overflow ? { reason: 'contextOverflow' } : undefined,
  });
}

/** The failure that an error object inside a stream stands for. Any shape; never throws. */
export function errorObjectFailure(error: unknown): ModelFailure {
  const told = errorText(typeof error === 'string' ? error : JSON.stringify({ error }));
  const { code, status, type } = isObject(error) ? error : {};
  const number = [code, status].map(Number).find((value) => value >= 400 && value <= 599);
  const overflow = isOverflow(told, number);
  const kind = `${String(type)} ${String(code)} ${String(status)}`;
  const retryable = number === undefined ? !lastingErrors.test(kind) : isRetryableStatus(number);
  return modelFailure(`The server reported an error in the stream: ${told}`, {
    retryable: retryable && !overflow && !/insufficient_quota/.test(kind),
    status: number,
    data: overflow ? { reason: 'contextOverflow' } : undefined,
  });
}

/** Milliseconds from `retry-after-ms` or `Retry-After` (seconds or an HTTP date); undefined if there is none. */
function retryAfterMs(headers: Headers): number | undefined {
  const milliseconds = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (Number.isFinite(milliseconds)) return Math.max(0, milliseconds);
  const text = headers.get('retry-after') ?? '';
  const wait = /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, Math.round(wait)) : undefined;
}

/** A JSON object, or undefined. Never throws. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The sentence inside an error body, or the body itself, whole: who cuts it takes secrets out first. */
function errorText(body: string): string {
  const parsed = parseObject(body);
  const error = parsed?.['error'] ?? parsed;
  const message = isObject(error) ? error['message'] : error;
  const told = typeof message === 'string' ? message : error === undefined ? body : JSON.stringify(error);
  return told.trim();
}
