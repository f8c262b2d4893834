/**
 * The queues of a session: what is accepted, once per key, and how much a turn takes of it. Functions from state to
 * state; nothing here waits, sends or looks at a clock.
 */
import { limits } from './limits.ts';
import type { QueueMode } from './manifest.ts';
import type { UserMessage } from './messages.ts';
import { jsonBytes } from './plain-json.ts';
import type { QueueInput, TakeBackInput, TakenBack } from './session-messages.ts';
import type {
  QueueAnswer,
  QueueName,
  QueuedMessage,
  SessionInput,
  SessionState,
  UndeliveredMessage,
  WithdrawnPrompt,
} from './session.ts';
import { isUserMessage } from './user-message.ts';

const queueLimits: Readonly<Record<QueueName, number>> = {
  prompts: limits.queuedPrompts,
  steers: limits.queuedSteers,
  followUps: limits.queuedFollowUps,
};

/** Why an update is refused, or undefined. A key that was answered before is never refused. */
export function refusal(
  state: SessionState,
  queue: QueueName,
  { host, ...input }: QueueInput & { readonly host?: Pick<SessionInput, 'agent' | 'model'> },
): string | undefined {
  const unfit = unfitKey(input.key);
  if (unfit !== undefined) return unfit;
  if (earlierAnswer(state, queue, input) !== undefined) return undefined;
  const other = meansOther(input, host);
  if (other !== undefined) return other;
  if (!isUserMessage(input.message)) return 'The message must be a user message: role, content and timestamp.';
  if (state.closing) return 'The session is closing: it takes no more messages.';
  const bytes = jsonBytes(input.message);
  if (bytes > limits.messageBytes) return tooLargeMessage(bytes);
  const limit = queueLimits[queue];
  if (state[queue].length >= limit) {
    return `The queue is full: ${String(limit)} messages wait already. Send again when some have been taken.`;
  }
  const waiting = queuedBytes(state);
  if (waiting > 0 && waiting + bytes > limits.queuedBytes) {
    return `The queues are full: ${String(waiting)} bytes wait already. Send again when some have been taken.`;
  }
  return undefined;
}

/** Why a key cannot be one, or undefined. The wire would change half of a surrogate pair. */
export function unfitKey(key: unknown): string | undefined {
  if (typeof key === 'string' && key.length > 0 && key.isWellFormed() && jsonBytes(key) - 2 <= limits.keyBytes) {
    return undefined;
  }
  return `The idempotency key must be a text of 1 to ${String(limits.keyBytes)} bytes as JSON in UTF-8.`;
}

export function tooLargeMessage(bytes: number): string {
  const size = `${String(bytes)} of ${String(limits.messageBytes)} bytes`;
  return `The message is too large: ${size}. Put large data into a file and name it.`;
}

/** Why there is no such queue, or undefined; no queue means all of them. */
export function unknownQueue(queue: unknown): string | undefined {
  if (queue === undefined || Object.keys(queueLimits).some((name) => name === queue)) return undefined;
  return `There is no such queue: one of ${Object.keys(queueLimits).join(', ')}.`;
}

function meansOther(
  { agent, model }: QueueInput,
  host: Pick<SessionInput, 'agent' | 'model'> | undefined,
): string | undefined {
  if (host === undefined) return undefined;
  if (agent !== undefined && agent !== host.agent)
    return `The session belongs to agent "${host.agent}", not "${agent}".`;
  if (model === undefined || model === host.model) return undefined;
  return `The session keeps the model it was started with (${host.model ?? "its agent's own"}), not "${model}".`;
}

/** What waits in all queues, in bytes: it is carried whole through continue-as-new. */
function queuedBytes({ prompts, steers, followUps }: SessionState): number {
  return [...prompts.filter(waits), ...steers, ...followUps].reduce((sum, { message }) => sum + jsonBytes(message), 0);
}

/** Queues a message, once per key; said again, it leaves the very same state. */
export function accept(
  state: SessionState,
  queue: QueueName,
  input: QueueInput,
): { readonly state: SessionState; readonly answer: QueueAnswer } {
  const earlier = earlierAnswer(state, queue, input);
  if (earlier !== undefined) return { state, answer: earlier };
  const ahead = state[queue].filter(waits).length;
  const running = state.active?.run ?? state.run + 1;
  const answer = { run: queue === 'prompts' ? state.run + state.prompts.length + 1 : running, ahead };
  const answered = [...state.answered, { key: answeredKey(queue, input), answer }].slice(-limits.rememberedKeys);
  return {
    state: { ...state, [queue]: [...state[queue], { key: input.key, message: input.message }], answered },
    answer,
  };
}

function earlierAnswer(state: SessionState, queue: QueueName, input: QueueInput): QueueAnswer | undefined {
  const key = answeredKey(queue, input);
  return state.answered.find((entry) => entry.key === key)?.answer;
}

/** Keys of different queues do not meet. */
function answeredKey(queue: QueueName, { key }: Pick<QueueInput, 'key'>): string {
  return `${queue}/${key}`;
}

/**
 * What a turn takes from a queue, after the messages that it has already: as many as the mode says and as fit into one
 * workflow task. A single message always fits.
 */
export function drain(
  queue: readonly QueuedMessage[],
  { mode = 'one-at-a-time', after }: { readonly mode: QueueMode | undefined; readonly after: readonly UserMessage[] },
): { readonly taken: readonly UserMessage[]; readonly rest: readonly QueuedMessage[] } {
  let bytes = jsonBytes(after);
  const wanted = mode === 'all' ? queue.length : 1;
  let count = 0;
  for (const { message } of queue.slice(0, wanted)) {
    bytes += jsonBytes(message);
    if (bytes > limits.taskBytes && count + after.length > 0) break;
    count += 1;
  }
  return { taken: queue.slice(0, count).map(({ message }) => message), rest: queue.slice(count) };
}

/** Is it a message, and not the place of one that was taken back? */
export function waits(entry: QueuedMessage | WithdrawnPrompt | undefined): entry is QueuedMessage {
  return entry !== undefined && 'message' in entry;
}

/** Takes back what waits under a key; what a run has taken already stays there. */
export function takeBack(
  state: SessionState,
  { key, queue }: Pick<TakeBackInput, 'key' | 'queue'>,
): { readonly state: SessionState; readonly answer: TakenBack } {
  const queues = queue === undefined ? (Object.keys(queueLimits) as QueueName[]) : [queue];
  const meant = (entry: { readonly key: string }): boolean => entry.key === key;
  const found = queues.filter((name) => state[name].filter(waits).some(meant));
  const keys = queues.map((name) => answeredKey(name, { key }));
  if (found.length === 0) {
    const known = state.answered.filter((entry) => keys.includes(entry.key));
    if (known.some(({ withdrawn }) => withdrawn === undefined)) return { state, answer: { kind: 'delivered' } };
    const isWithdrawn = known.length > 0 || (queues.includes('prompts') && state.prompts.some(meant));
    return { state, answer: { kind: isWithdrawn ? 'cancelled' : 'unknown' } };
  }
  const foundKeys = found.map((name) => answeredKey(name, { key }));
  const others = (name: 'steers' | 'followUps') =>
    found.includes(name) ? state[name].filter((entry) => !meant(entry)) : state[name];
  const prompts = state.prompts.map((entry) => (meant(entry) ? ({ key, withdrawn: true } as const) : entry));
  const next: SessionState = {
    ...state,
    prompts: found.includes('prompts') ? prompts : state.prompts,
    steers: others('steers'),
    followUps: others('followUps'),
    answered: state.answered.map((entry) => (foundKeys.includes(entry.key) ? { ...entry, withdrawn: true } : entry)),
  };
  return { state: next, answer: { kind: 'cancelled' } };
}

/** What no run has seen, when the session ends. */
export function undelivered({ steers, followUps }: SessionState): readonly UndeliveredMessage[] {
  const of = (queue: UndeliveredMessage['queue'], entries: readonly QueuedMessage[]) =>
    entries.map((entry) => ({ queue, ...entry }));
  return [...of('steers', steers), ...of('followUps', followUps)];
}
