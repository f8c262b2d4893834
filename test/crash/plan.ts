/**
 * Which rounds there are, and which of them are hit by one blow. Every site and policy is hit as often as is asked for;
 * modes, approvals and places take turns.
 */
import { randomBytes } from 'node:crypto';
import { policies } from './round.ts';
import type { Place, Policy, Round, Site } from './round.ts';
import type { Blow, Volley } from './volley.ts';

/** A heartbeat time-out that a lost worker is noticed by soon, and one that a short outage does not reach. */
const SHORT = 3_000;
const LONG = 10_000;
const ROUNDS_PER_VOLLEY = 18;

interface Attack {
  readonly site: Site;
  /** Rounds take turns. Empty: the session runs freely. */
  readonly places: readonly Place[];
  /** Attacks of one kind fall together. */
  readonly volley: string;
  /** Default: all. */
  readonly policies?: readonly Policy[];
}

/** How the attacks of one kind fall; `turn` counts their volleys. */
interface Kind {
  readonly blow: (turn: number) => Blow;
  /** Default: the product's. */
  readonly heartbeatTimeout?: number;
}

const kinds: Readonly<Record<string, Kind>> = {
  worker: { blow: () => ({ kind: 'worker' }), heartbeatTimeout: SHORT },
  slow: { blow: () => ({ kind: 'worker' }) },
  short: { blow: () => ({ kind: 'server', outage: 500, release: 'during' }), heartbeatTimeout: LONG },
  long: {
    blow: (turn) => ({ kind: 'server', outage: SHORT + 2_000, release: turn % 2 === 0 ? 'during' : 'after' }),
    heartbeatTimeout: SHORT,
  },
  client: { blow: () => ({ kind: 'client' }), heartbeatTimeout: SHORT },
  turn: { blow: () => ({ kind: 'turn' }), heartbeatTimeout: SHORT },
  store: { blow: () => ({ kind: 'store', outage: SHORT + 2_000 }), heartbeatTimeout: SHORT },
  chance: { blow: () => ({ kind: 'random worker', within: 1_500 }), heartbeatTimeout: SHORT },
  outage: { blow: () => ({ kind: 'random server', within: 1_500 }), heartbeatTimeout: LONG },
};

const attacks: readonly Attack[] = [
  { site: 'X1', places: ['model'], volley: 'slow' },
  { site: 'X2', places: ['clear'], volley: 'worker' },
  { site: 'X3 unmarked', places: ['begin'], volley: 'worker' },
  { site: 'X3', places: ['before'], volley: 'worker' },
  { site: 'X4', places: ['after'], volley: 'worker' },
  { site: 'X4 in the after hook', places: ['hook'], volley: 'worker' },
  { site: 'X4 with receipt', places: ['report'], volley: 'worker' },
  { site: 'X4 at 30 s', places: ['after', 'report', 'before'], volley: 'slow' },
  { site: 'X5', places: ['append'], volley: 'worker' },
  { site: 'X6 short', places: ['before', 'after', 'begin', 'report', 'model', 'append'], volley: 'short' },
  { site: 'X6 long', places: ['after', 'before', 'report', 'begin'], volley: 'long' },
  { site: 'X7', places: ['before', 'after', 'model', 'append'], volley: 'client' },
  { site: 'X8', places: ['after', 'report'], volley: 'turn' },
  // A safe tool writes no receipts.
  { site: 'store away', places: [], volley: 'store', policies: ['never', 'reconcile'] },
  { site: 'random worker', places: [], volley: 'chance' },
  { site: 'random server', places: [], volley: 'outage' },
];

export const sites: readonly Site[] = attacks.map(({ site }) => site);

/** The replay policies that a site is played with. */
export function policiesOf(site: Site): readonly Policy[] {
  return attacks.find((attack) => attack.site === site)?.policies ?? policies;
}

/** Does the kind hit a server that others must not share meanwhile? */
export function needsOwnServer({ blow }: Volley): boolean {
  return blow.kind === 'server' || blow.kind === 'random server';
}

/** `wanted` says how many rounds of a site and policy are still to be played, `played` how many were. */
export function plan(
  wanted: (site: Site, policy: Policy) => number,
  played: (site: Site, policy: Policy) => number,
): readonly Volley[] {
  return Object.entries(kinds).flatMap(([name, { blow, heartbeatTimeout }]) => {
    const own = attacks.filter(({ volley }) => volley === name);
    const rounds = own.flatMap((attack) =>
      policiesOf(attack.site).flatMap((policy) =>
        Array.from({ length: wanted(attack.site, policy) }, (_, index) =>
          roundOf(attack, policy, played(attack.site, policy) + index),
        ),
      ),
    );
    return chunks(rounds).map((some, turn) => ({
      name: `${name}-${randomBytes(3).toString('hex')}`,
      blow: blow(turn + (some[0] === undefined ? 0 : played(some[0].site, some[0].policy))),
      rounds: some,
      ...(heartbeatTimeout === undefined ? {} : { heartbeatTimeout }),
    }));
  });
}

function roundOf({ site, places }: Attack, policy: Policy, count: number): Round {
  const variant = count + policies.indexOf(policy) + sites.indexOf(site);
  const place = places[(count + policies.indexOf(policy)) % places.length];
  const mode = variant % 2 === 0 ? 'sequential' : 'parallel';
  const gated = site !== 'X8' && (variant % 3 === 0 || (variant % 4 === 1 && place === 'after'));
  // In a parallel batch the gated call waits while another one is hit; in a sequential one it is hit itself.
  const target = gated && mode === 'parallel' ? 2 : 1;
  const hooked = place === 'clear' || place === 'hook' || (place === 'after' && variant % 5 === 2);
  const session = `${site.replaceAll(' ', '-').slice(0, 12)}-${policy}-${randomBytes(4).toString('hex')}`.toLowerCase();
  return { session, site, policy, mode, gated, hooked, target, ...(place === undefined ? {} : { place }) };
}

/** Spread evenly, so that each has some of every site. */
function chunks(rounds: readonly Round[]): readonly (readonly Round[])[] {
  const count = Math.ceil(rounds.length / ROUNDS_PER_VOLLEY);
  return Array.from({ length: count }, (_, chunk) => rounds.filter((_round, index) => index % count === chunk));
}
