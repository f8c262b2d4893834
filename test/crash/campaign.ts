/**
 * Plays rounds until every site and policy has as many that count as were asked for, or it has tried often enough; and
 * sums up. The one place that knows how much goes on at the same time.
 */
import { strictChecker } from '../strict-requests/wire-requests.ts';
import { crashAgents } from './agents.ts';
import type { Field } from './field.ts';
import { openField } from './field.ts';
import { gather } from './evidence.ts';
import { needsOwnServer, plan, policiesOf, sites } from './plan.ts';
import { unproven } from './proof.ts';
import type { Policy, Round, Site } from './round.ts';
import { faultsOf } from './verdict.ts';
import type { Fault } from './verdict.ts';
import { fly } from './volley.ts';
import type { Volley } from './volley.ts';

export interface JudgedRound {
  readonly round: Round;
  /** Why it does not count. */
  readonly unproven?: string;
  readonly faults: readonly Fault[];
}

export interface CampaignOptions {
  /** Per site and policy. */
  readonly rounds: number;
  /** Volleys at the same time. */
  readonly abreast: number;
  /** Default: all. */
  readonly only?: readonly Site[];
  readonly onNote?: (note: string) => void;
}

const TRIES = 4;

export async function campaign(options: CampaignOptions): Promise<readonly JudgedRound[]> {
  const judged: JudgedRound[] = [];
  const count = (site: Site, policy: Policy, which: (one: JudgedRound) => boolean) =>
    judged.filter((one) => one.round.site === site && one.round.policy === policy && which(one)).length;
  const shared = await openField();
  const checker = await strictChecker();
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      const missing = (site: Site, policy: Policy) =>
        options.only === undefined || options.only.includes(site)
          ? options.rounds - count(site, policy, (one) => one.unproven === undefined)
          : 0;
      const volleys = [...plan(missing, (site, policy) => count(site, policy, () => true))];
      const lane = async (): Promise<void> => {
        for (let volley = volleys.shift(); volley !== undefined; volley = volleys.shift()) {
          const started = Date.now();
          judged.push(...(await played(volley, { shared, checker })));
          const seconds = ((Date.now() - started) / 1_000).toFixed(1);
          options.onNote?.(`${volley.name}: ${String(volley.rounds.length)} rounds in ${seconds} s`);
        }
      };
      await Promise.all(Array.from({ length: options.abreast }, lane));
    }
  } finally {
    await checker[Symbol.asyncDispose]();
    await shared[Symbol.asyncDispose]();
  }
  return judged;
}

/** A volley that could not be brought to its end counts for nothing, and is played again. */
async function played(
  volley: Volley,
  tools: { readonly shared: Field; readonly checker: Awaited<ReturnType<typeof strictChecker>> },
): Promise<readonly JudgedRound[]> {
  const own = needsOwnServer(volley) ? await openField() : undefined;
  try {
    return await judge(own ?? tools.shared, volley, tools.checker);
  } catch (error) {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return volley.rounds.map((round) => ({ round, unproven: why, faults: [] }));
  } finally {
    await own?.[Symbol.asyncDispose]();
  }
}

async function judge(
  field: Field,
  volley: Volley,
  checker: Awaited<ReturnType<typeof strictChecker>>,
): Promise<readonly JudgedRound[]> {
  const flight = await fly(field, volley);
  const offered = crashAgents(volley.name, () => Promise.resolve({}))[0]?.manifest.offered ?? [];
  const judged: JudgedRound[] = [];
  for (const round of volley.rounds) {
    const evidence = await gather(field, round);
    // What the next prompt would send.
    const next = { role: 'user', content: [{ type: 'text', text: 'And now?' }], timestamp: 0 } as const;
    const violations = await checker.violations([...evidence.transcript, next], offered);
    const refused = violations.map(({ rule, at, said }) => `${rule} at ${at}: ${said}`);
    const why = unproven(round, flight, evidence);
    const faults = faultsOf(round, flight, { evidence, counts: field.service, refused });
    judged.push({ round, faults, ...(why === undefined ? {} : { unproven: why }) });
  }
  return judged;
}

/** One line of the table. */
export interface Row {
  readonly site: Site;
  readonly policy: Policy;
  readonly rounds: number;
  readonly notCounted: number;
  readonly faults: readonly Fault[];
}

export function rowsOf(judged: readonly JudgedRound[], only: readonly Site[] = sites): readonly Row[] {
  return only.flatMap((site) =>
    policiesOf(site).map((policy) => {
      const own = judged.filter(({ round }) => round.site === site && round.policy === policy);
      const counted = own.filter((one) => one.unproven === undefined);
      // A fault is one wherever the blow fell, except that a call that was hit elsewhere owes no stated outcome.
      const faults = own.flatMap((one) =>
        one.unproven === undefined ? one.faults : one.faults.filter(({ kind }) => kind !== 'other outcome than stated'),
      );
      return { site, policy, rounds: counted.length, notCounted: own.length - counted.length, faults };
    }),
  );
}
