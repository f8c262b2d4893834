/**
 * The rules of a session as functions from state to state: which turn is next, when a run ends. What is queued stands in
 * `session-queues.ts`.
 * Source of the order: the reference loop (pi-agent-core 0.85.1). Nothing here waits, sends or looks at a clock.
 */
import type { AbortInput } from './control.ts';
import { limits } from './limits.ts';
import type { UserMessage } from './messages.ts';
import { drain, waits } from './session-queues.ts';
import type { ActiveRun, RunEnd, SessionState } from './session.ts';
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

/** Is there a turn to run? */
export function hasWork(state: SessionState): boolean {
  return state.active !== undefined || state.prompts.length > 0;
}

/** Opens the next run if none is active: its first turn gets the prompt, then waiting steering. */
export function openRun(state: SessionState): SessionState {
  const [prompt, ...prompts] = state.prompts;
  if (state.active !== undefined || !waits(prompt)) return state;
  const run = state.run + 1;
  const { doomed = [], ...rest } = state;
  const aborted = doomed.includes(run);
  // A run that is aborted already takes no steering: that waits for the next one.
  const steers = aborted
    ? { taken: [], rest: state.steers }
    : drain(state.steers, { mode: state.policy?.steeringMode, after: [prompt.message] });
  const active = {
    run,
    turns: 0,
    inject: [prompt.message, ...steers.taken],
    ...(aborted ? { aborted } : {}),
  };
  return { ...rest, doomed: doomed.filter((other) => other !== run), prompts, run, steers: steers.rest, active };
}

/** Passes over the prompts that were taken back before the next one. `ended`: the runs that never begin. */
export function passWithdrawn(state: SessionState): {
  readonly state: SessionState;
  readonly ended: readonly number[];
} {
  if (state.active !== undefined || state.prompts.length === 0) return { state, ended: [] };
  const next = state.prompts.findIndex(waits);
  const count = next === -1 ? state.prompts.length : next;
  if (count === 0) return { state, ended: [] };
  const run = state.run + count;
  const doomed = (state.doomed ?? []).filter((other) => other > run);
  const ended = Array.from({ length: count }, (_, place) => state.run + 1 + place);
  return { state: { ...state, run, prompts: state.prompts.slice(count), doomed }, ended };
}

/**
 * Ends the run that is meant, active or still queued; other runs stay as they are, and so does everything queued.
 * Without a number: the active run, else the next one.
 */
export function abortRun(state: SessionState, { run }: Pick<AbortInput, 'run'>): SessionState {
  const { active, doomed = [] } = state;
  const meant = run ?? active?.run ?? state.run + 1;
  if (active?.run === meant) return active.aborted ? state : { ...state, active: { ...active, aborted: true } };
  const isQueued = meant > state.run && meant <= state.run + state.prompts.length;
  return isQueued && !doomed.includes(meant) ? { ...state, doomed: [...doomed, meant] } : state;
}

/** The state when a turn starts: its number is taken. */
export function startTurn(state: SessionState): SessionState {
  return { ...state, turn: state.turn + 1 };
}

/** What follows a finished turn: another turn of the run, or the end of the run. */
export function finishTurn(
  state: SessionState,
  outcome: TurnOutcome,
): { readonly state: SessionState; readonly ended?: RunEnd; readonly why?: string } {
  const { active } = state;
  if (active === undefined) return { state };
  const policy = outcome.policy ?? state.policy;
  const turns = active.turns + 1;
  const settled: SessionState = { ...state, head: outcome.head, ...(policy === undefined ? {} : { policy }) };
  const same = sameTurns(active, outcome);
  const end = (ended: RunEnd) => ({ state: withoutRun(settled), ended });
  const limit = (why: string) => ({ ...end('limit'), why });
  const goOn = (next: SessionState, inject: readonly UserMessage[]) => ({
    state: { ...next, active: { run: active.run, turns, inject, ...(same === undefined ? {} : { same }) } },
  });

  if (active.aborted !== undefined) return end('aborted');
  if (outcome.stopReason === 'error') return end('error');
  if (outcome.stopReason === 'aborted') return end('aborted');
  if (outcome.stop) return end('stopped');
  const steers = drain(settled.steers, { mode: policy?.steeringMode, after: [] });
  const wantsMore = outcome.paused === true || (outcome.calls > 0 && !outcome.terminate);
  const atLimit = turns >= (policy?.turnsPerRun ?? limits.turnsPerRun);
  const tooMany = `The run has taken its ${String(turns)} turns.`;
  if (wantsMore || steers.taken.length > 0) {
    if (same !== undefined && same.turns >= (policy?.sameTurns ?? Infinity)) {
      return limit(`The last ${String(same.turns)} turns made the very same calls.`);
    }
    return atLimit ? limit(tooMany) : goOn({ ...settled, steers: steers.rest }, steers.taken);
  }
  const followUps = drain(settled.followUps, { mode: policy?.followUpMode, after: [] });
  if (followUps.taken.length > 0) {
    return atLimit ? limit(tooMany) : goOn({ ...settled, followUps: followUps.rest }, followUps.taken);
  }
  return end(outcome.terminate ? 'terminated' : 'answered');
}

function sameTurns({ same }: ActiveRun, { sameness }: TurnOutcome): ActiveRun['same'] {
  if (sameness === undefined) return undefined;
  return { sameness, turns: same?.sameness === sameness ? same.turns + 1 : 1 };
}

function withoutRun(state: SessionState): SessionState {
  const { active: _ended, ...rest } = state;
  return rest;
}
