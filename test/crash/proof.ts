/**
 * Did the blow hit the round where it should? A round counts only if the history and the service's log both say so.
 */
import type { Evidence, Step } from './evidence.ts';
import { CALLS } from './round.ts';
import type { Round } from './round.ts';
import type { Flight } from './volley.ts';

/** @returns why it does not count; undefined if it does */
export function unproven(round: Round, flight: Flight, evidence: Evidence): string | undefined {
  const log = logSays(round, flight, evidence);
  return log ?? historySays(round, flight, evidence);
}

/** The session stood at its place when the blow fell; under a killed worker the request was lost there. */
function logSays({ place, target, site }: Round, { volley, struck }: Flight, { visits }: Evidence): string | undefined {
  if (site === 'store away') {
    return visits.some(({ left }) => left?.how === 'refused') ? undefined : 'the store refused no receipt';
  }
  if (place === undefined) return undefined;
  const here = visits.find(
    (visit) =>
      visit.place === place &&
      (visit.index === undefined || visit.index === target) &&
      visit.arrived <= struck &&
      (visit.left === undefined || visit.left.at >= struck),
  );
  if (here === undefined) return `nothing was held at "${place}"`;
  if (volley.blow.kind === 'worker' && here.left?.how !== 'lost') return 'the request that was held was not lost';
  return undefined;
}

function historySays(round: Round, { volley, struck, back }: Flight, evidence: Evidence): string | undefined {
  const { times, steps } = evidence;
  const last = times.at(-1) ?? 0;
  if (!((times[0] ?? Infinity) < struck)) return 'the turn had not begun';
  switch (volley.blow.kind) {
    case 'worker':
      return lostAt(round, struck, steps);
    case 'server':
    case 'random server':
      return last > back - 1_000 && !times.some((at) => at > struck + 250 && at < back - 3_000)
        ? undefined
        : 'the turn had ended before';
    case 'turn':
      return evidence.terminated ? undefined : 'the turn was not terminated';
    case 'store':
      return steps.filter(({ index }) => index !== undefined).some((step) => (step.completed ?? 0) > struck - 500)
        ? undefined
        : 'no call waited for the store';
    case 'client':
    case 'random worker':
      return last > struck ? undefined : 'the turn had ended before';
  }
}

/** The step at that place was begun before the blow, and the engine knows that it was lost. */
function lostAt({ place, target }: Round, struck: number, steps: readonly Step[]): string | undefined {
  if (place === 'append') {
    const done = steps.filter(({ index, completed = Infinity }) => index !== undefined && completed < struck);
    return done.length === CALLS ? undefined : 'not all results were reported before';
  }
  const isHit = ({ type, index }: Step): boolean =>
    place === 'model' ? type === 'callModel' : place === 'clear' ? type === 'clearCalls' : index === target;
  return steps.some((step) => isHit(step) && step.scheduled < struck && step.lost)
    ? undefined
    : 'the step was not lost';
}
