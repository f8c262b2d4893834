/**
 * What must become of a call, by where it was hit and by its tool's replay policy: the crash table as data. Where no
 * single outcome is due, only the general rules of `verdict.ts` hold.
 */
import type { Place, Policy, Round } from './round.ts';
import type { Blow } from './volley.ts';

/** What became of a call. `requests` counts also those without an effect. */
export interface CallFate {
  readonly effects: number;
  readonly requests: number;
  readonly outcome: string;
}

/** @returns what was expected, in words; undefined if that is what happened */
export type Expectation = (fate: CallFate) => string | undefined;

const real = (requests: number) => due('done', { effects: 1, requests });
const again = (fate: CallFate) => (fate.outcome === 'done' && fate.effects >= 1 ? undefined : 'its real result');
const unknown = (effects: number) => due('OutcomeUnknown', { effects, requests: 1 });
const replaced = due('done, result replaced', { effects: 1, requests: 1 });
// It may end, and write its receipt, before anybody looks.
const realOrUnknown: Expectation = (fate) => unknown(1)(fate) && real(1)(fate);
const anything: Expectation = () => undefined;

function due(outcome: string, counts: Omit<CallFate, 'outcome'>): Expectation {
  return (fate) =>
    fate.outcome === outcome && fate.effects === counts.effects && fate.requests === counts.requests
      ? undefined
      : `${outcome} with ${String(counts.effects)} effects after ${String(counts.requests)} requests`;
}

/** Started again: once, or more often if the worker was held up before it died. Only a safe tool may have two effects. */
const repeated: Expectation = ({ outcome, requests }) =>
  outcome === 'done' && requests >= 2 ? undefined : 'done after at least 2 requests';

const same = (expectation: Expectation) => ({ never: expectation, safe: expectation, reconcile: expectation });

/** A worker that died at a place. */
const killed: Readonly<Record<Place, Readonly<Record<Policy, Expectation>>>> = {
  model: same(real(1)),
  clear: same(real(1)),
  begin: same(real(1)),
  before: { never: unknown(0), safe: repeated, reconcile: repeated },
  after: { never: unknown(1), safe: repeated, reconcile: real(1) },
  hook: { never: replaced, safe: repeated, reconcile: replaced },
  report: { never: real(1), safe: repeated, reconcile: real(1) },
  append: same(real(1)),
};

export function expectedCall({ site, policy, place, target, mode }: Round, blow: Blow, index: number): Expectation {
  switch (site) {
    case 'X6 short':
    case 'X7':
    case 'store away':
      return real(1);
    case 'X6 long':
      if (index !== target || place === undefined) return policy === 'safe' ? again : real(1);
      // A live worker whose call was finished while the server was away: its receipt tells.
      return blow.kind === 'server' && blow.release === 'during' ? again : anything;
    case 'X8':
      return index === target
        ? place === 'report' && policy !== 'safe'
          ? real(1)
          : realOrUnknown
        : index > target && mode === 'sequential'
          ? due('NotStarted', { effects: 0, requests: 0 })
          : real(1);
    case 'random worker':
    case 'random server':
      return anything;
    default:
      return index === target && place !== undefined ? killed[place][policy] : real(1);
  }
}
