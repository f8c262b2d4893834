/** Everything that user code has been seen to throw, by name; made anew for each throw, since some are changed by it. */
import { ActivityFailure, ApplicationFailure, CancelledFailure, RetryState, TimeoutFailure } from '@temporalio/common';
import { CompleteAsyncError } from '@temporalio/activity';

class DeadlineError extends Error {
  override name = 'DeadlineError';
}

class TimeoutError extends DOMException {
  constructor() {
    super('the hook took too long', 'TimeoutError');
  }
}

function aborted(): unknown {
  const controller = new AbortController();
  controller.abort();
  return controller.signal.reason;
}

function circular(): Error {
  const error = new Error('its own cause');
  error.cause = error;
  return error;
}

const hostile = { get: (): never => raise('nothing may be read'), getPrototypeOf: (): never => raise('no prototype') };

function raise(message: string): never {
  throw new Error(message);
}

const modelFailure = (more: object) => Object.assign(new Error('refused'), { name: 'ModelFailure', ...more });

export const thrown: Readonly<Record<string, () => unknown>> = {
  'a plain object': () => ({ code: 42, nested: { reason: 'no' } }),
  'an object without a prototype': () => Object.assign(Object.create(null) as object, { code: 42 }),
  'an object that nobody may read': () => new Proxy({}, hostile),
  'a text': () => 'only a text',
  'an empty text': () => '',
  nothing: () => undefined,
  null: () => null,
  'a number': () => Number.NaN,
  'a symbol': () => Symbol('thrown'),
  'a function': () => raise,
  'an error without a text': () => new Error(),
  'an AggregateError': () => new AggregateError([new Error('first'), { second: true }], 'all of them failed'),
  'a subclass of Error': () => new DeadlineError('too late'),
  'a subclass of TimeoutError': () => new TimeoutError(),
  'an AbortError': aborted,
  'an error that is its own cause': circular,
  'an error whose text cannot be read': () => Object.defineProperty(new Error(), 'message', { get: () => raise('no') }),
  'an error whose name is no text': () => Object.assign(new Error('odd'), { name: { toString: () => raise('no') } }),
  'an error with a huge text': () => new Error('x'.repeat(3_000_000)),
  'an error with half a surrogate pair': () => new Error('\ud83d'),
  'a retryable ApplicationFailure': () => ApplicationFailure.retryable('again', 'Unknown', 10n),
  'a CancelledFailure': () => new CancelledFailure('cancelled by nobody'),
  'a TimeoutFailure': () => new TimeoutFailure('timed out', undefined, 'START_TO_CLOSE'),
  'an ActivityFailure': () => new ActivityFailure('failed', 'type', 'id', RetryState.TIMEOUT, 'someone'),
  'a CompleteAsyncError': () => new CompleteAsyncError(),
  'a failure to be tried after no number': () => modelFailure({ retryable: true, retryAfterMs: Number.NaN }),
  'a failure to be tried in the past': () => modelFailure({ retryable: true, retryAfterMs: -1 }),
  'a failure to be tried after a text': () => modelFailure({ retryable: true, retryAfterMs: 'soon' }),
  'a failure to be tried at the end of time': () => modelFailure({ retryable: true, retryAfterMs: Infinity }),
};
