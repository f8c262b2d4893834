/**
 * The rules of a session as functions from state to state: what is queued, which turn is next, when a run ends.
 * Source of the order: the reference loop (pi-agent-core 0.85.1). Nothing here waits, sends or looks at a clock.
 */
import type { AbortInput } from './control.ts';
import { limits } from './limits.ts';
import type { QueueMode } from './manifest.ts';
import type { UserMessage } from './messages.ts';
import type { QueueInput } from './session-messages.ts';
import type { QueueAnswer, QueueName, RunEnd, SessionState } from './session.ts';
import type { TurnOutcome } from './turn.ts';

/** A session that has seen nothing yet. */
export const emptySession: SessionState = {
  head: null,
  turn: 0,
  run: 0,
  prompts: [],
  steers: [],
  followUps: [],
  answered: [],
};

const queueLimits: Readonly<Record<QueueName, number>> = {
  prompts: limits.queuedPrompts,
  steers: limits.queuedSteers,
  followUps: limits.queuedFollowUps,
};

/** Why an update is refused, or undefined. A key that was answered before is never refused. */
export function refusal(state: SessionState, queue: QueueName, input: QueueInput): string | undefined {
  if (typeof input.key !== 'string' || input.key.length === 0 || input.key.length > 200) {
    return 'The idempotency key must be a text of 1 to 200 characters.';
  }
  if (earlierAnswer(state, queue, input) !== undefined) return undefined;
  if (state.closing && queue === 'prompts') return 'The session is closing: it takes no more prompts.';
  const limit = queueLimits[queue];
  if (state[queue].length >= limit) {
    return `The queue is full: ${String(limit)} messages wait already. Send again when some have been taken.`;
  }
  return undefined;
}

/** Queues a message, once per key. */
export function accept(
  state: SessionState,
  queue: QueueName,
  input: QueueInput,
): { readonly state: SessionState; readonly answer: QueueAnswer } {
  const earlier = earlierAnswer(state, queue, input);
  if (earlier !== undefined) return { state, answer: earlier };
  const ahead = state[queue].length;
  const running = state.active?.run ?? state.run + 1;
  const answer = { run: queue === 'prompts' ? state.run + ahead + 1 : running, ahead };
  const answered = [...state.answered, { key: answeredKey(queue, input), answer }].slice(-limits.rememberedKeys);
  return { state: { ...state, [queue]: [...state[queue], input.message], answered }, answer };
}

function earlierAnswer(state: SessionState, queue: QueueName, input: QueueInput): QueueAnswer | undefined {
  const key = answeredKey(queue, input);
  return state.answered.find((entry) => entry.key === key)?.answer;
}

/** Keys of different queues do not meet. */
function answeredKey(queue: QueueName, { key }: QueueInput): string {
  return `${queue}/${key}`;
}

/** Is there a turn to run? */
export function hasWork(state: SessionState): boolean {
  return state.active !== undefined || state.prompts.length > 0;
}

/** Opens the next run if none is active: its first turn gets the prompt, then waiting steering. */
export function openRun(state: SessionState): SessionState {
  const [prompt, ...prompts] = state.prompts;
  if (state.active !== undefined || prompt === undefined) return state;
  const run = state.run + 1;
  const { doomed = [], ...rest } = state;
  const aborted = doomed.find((abort) => abort.run === run);
  // A run that is aborted already takes no steering: that waits for the next one.
  const steers = aborted ? { taken: [], rest: state.steers } : drain(state.steers, state.policy?.steeringMode);
  const active = { run, turns: 0, inject: [prompt, ...steers.taken], ...(aborted === undefined ? {} : { aborted }) };
  return { ...rest, doomed: doomed.filter((abort) => abort !== aborted), prompts, run, steers: steers.rest, active };
}

/**
 * Ends the run that is meant, active or still queued; other runs stay as they are, and so does everything queued.
 * Without a number: the active run, else the next one.
 */
export function abortRun(state: SessionState, { run, ...said }: AbortInput): SessionState {
  const { active } = state;
  const meant = run ?? active?.run ?? state.run + 1;
  if (active?.run === meant) return active.aborted ? state : { ...state, active: { ...active, aborted: said } };
  const isQueued = meant > state.run && meant <= state.run + state.prompts.length;
  return isQueued ? { ...state, doomed: [...(state.doomed ?? []), { ...said, run: meant }] } : state;
}

/** The state when a turn starts: its number is taken. */
export function startTurn(state: SessionState): SessionState {
  return { ...state, turn: state.turn + 1 };
}

/** What follows a finished turn: another turn of the run, or the end of the run. */
export function finishTurn(
  state: SessionState,
  outcome: TurnOutcome,
): { readonly state: SessionState; readonly ended?: RunEnd } {
  const { active } = state;
  if (active === undefined) return { state };
  const policy = outcome.policy ?? state.policy;
  const turns = active.turns + 1;
  const settled: SessionState = { ...state, head: outcome.head, ...(policy === undefined ? {} : { policy }) };
  const end = (ended: RunEnd) => ({ state: withoutRun(settled), ended });
  const goOn = (next: SessionState, inject: readonly UserMessage[]) => ({
    state: { ...next, active: { run: active.run, turns, inject } },
  });

  if (active.aborted !== undefined) return end('aborted');
  if (outcome.stopReason === 'error') return end('error');
  if (outcome.stopReason === 'aborted') return end('aborted');
  if (outcome.stop) return end('stopped');
  const steers = drain(settled.steers, policy?.steeringMode);
  const wantsMore = outcome.paused === true || (outcome.calls > 0 && !outcome.terminate);
  const atLimit = turns >= (policy?.turnsPerRun ?? limits.turnsPerRun);
  if (wantsMore || steers.taken.length > 0) {
    return atLimit ? end('limit') : goOn({ ...settled, steers: steers.rest }, steers.taken);
  }
  const followUps = drain(settled.followUps, policy?.followUpMode);
  if (followUps.taken.length > 0) {
    return atLimit ? end('limit') : goOn({ ...settled, followUps: followUps.rest }, followUps.taken);
  }
  return end(outcome.terminate ? 'terminated' : 'answered');
}

function withoutRun(state: SessionState): SessionState {
  const { active: _ended, ...rest } = state;
  return rest;
}

function drain(queue: readonly UserMessage[], mode: QueueMode = 'one-at-a-time') {
  const count = mode === 'all' ? queue.length : 1;
  return { taken: queue.slice(0, count), rest: queue.slice(count) };
}
