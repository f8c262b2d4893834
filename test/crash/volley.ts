/**
 * One blow that hits many rounds at once: brings every session to the place where it shall be hit, kills, lets others go
 * on, and waits until all runs have ended. What came of it is judged elsewhere.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { AgentEvent } from '../../src/client/index.ts';
import { turnWorkflowId } from '../../src/core/identity.ts';
import { Approver } from './approver.ts';
import { Audience } from './audience.ts';
import { startChild } from './child.ts';
import type { Child } from './child.ts';
import type { Field } from './field.ts';
import { agentName } from './round.ts';
import type { Round } from './round.ts';

/**
 * What falls. `outage` is how long the server is away at least; the sessions are let go `during` the outage or `after`
 * it. `within` is the time after the start in which a blow without places falls.
 */
export type Blow =
  | { readonly kind: 'worker' }
  | { readonly kind: 'server'; readonly outage: number; readonly release: 'during' | 'after' }
  | { readonly kind: 'client' }
  | { readonly kind: 'turn' }
  | { readonly kind: 'store'; readonly outage: number }
  | { readonly kind: 'random worker' | 'random server'; readonly within: number };

export interface Volley {
  readonly name: string;
  readonly blow: Blow;
  readonly rounds: readonly Round[];
  /** Default: the product's. */
  readonly heartbeatTimeout?: number;
}

export interface Flight {
  readonly volley: Volley;
  /** When the blow fell, and when what it hit was there again. */
  readonly struck: number;
  readonly back: number;
  /** The events that a client saw live, to the end; of a killed client, what it had seen. */
  readonly seen: ReadonlyMap<string, readonly AgentEvent[]>;
  readonly seenBefore: ReadonlyMap<string, readonly AgentEvent[]>;
  /** What clients said when they gave up. */
  readonly complaints: ReadonlyMap<string, string>;
}

/** Places without a heartbeat, or inside a step that is repeated soon: reached last. */
const BRIEF = new Set(['begin', 'report', 'append']);
const ARRIVAL = 60_000;
const END = 120_000;

export async function fly(field: Field, volley: Volley): Promise<Flight> {
  const { blow, rounds } = volley;
  const { service } = field;
  const worker = (identity: string): Child => startChild('worker-process.ts', { argument: settings(identity) });
  const settings = (identity: string) => ({
    home: field.home,
    address: field.address,
    namespace: field.namespace,
    service: service.url,
    volley: volley.name,
    identity,
    ...(volley.heartbeatTimeout === undefined ? {} : { heartbeatTimeout: volley.heartbeatTimeout }),
  });
  const workerFalls = blow.kind === 'worker' || blow.kind === 'random worker';
  const first = worker('first-worker');
  const second = workerFalls ? worker('second-worker') : undefined;
  const audience = new Audience(field);
  const approver = new Approver(field, audience);
  let next: Audience | undefined;
  try {
    await Promise.all([first.said('warm'), second?.said('warm')]);
    await begin(first);
    await audience.ready();
    await arrive(field, volley, { audience, approver });
    const struck = Date.now();
    await strike(field, volley, [first, audience]);
    // Who recovers a turn must not meet a call that ends in the same moment: it would find half of a receipt.
    const recovered = () => rounds.every(({ session }) => audience.ended(session));
    if (blow.kind === 'turn') await until(recovered, END, 'all turns were recovered');
    const lost = workerFalls && rounds.some(({ place }) => place !== undefined);
    if (lost) await until(() => held(field, rounds).length === 0, ARRIVAL, 'lost requests were noticed');
    if (blow.kind !== 'server' || blow.release === 'during') release(field, rounds);
    await begin(second);
    if (blow.kind === 'client') {
      next = new Audience(field);
      for (const round of rounds) next.follow(order(volley, round, 'follow'));
    }
    await comeBack(field, blow);
    const back = Date.now();
    release(field, rounds);
    for (const round of rounds) if (round.gated) approver.start(round);
    const watching = next ?? audience;
    await until(() => rounds.every(({ session }) => watching.ended(session)), END, 'all runs ended').catch(() => {});
    if ([first, second].some((child) => child?.died())) throw new Error('a worker ended by itself');
    return {
      volley,
      struck,
      back,
      seen: watching.seen,
      seenBefore: audience.seen,
      complaints: watching.complaints,
    };
  } finally {
    release(field, rounds);
    await Promise.all([first.kill(), second?.kill(), audience.kill(), next?.kill(), approver.stop()]);
  }
}

async function begin(worker: Child | undefined): Promise<void> {
  if (worker === undefined) return;
  worker.say('go');
  await worker.said('up');
}

function order(volley: Volley, round: Round, what: 'prompt' | 'follow') {
  return { round, agent: agentName(volley.name, round.hooked), what };
}

/** Brings every round to its place; those whose place is passed soon come last. */
async function arrive(
  field: Field,
  volley: Volley,
  { audience, approver }: { readonly audience: Audience; readonly approver: Approver },
): Promise<void> {
  const { service } = field;
  const isBrief = ({ place }: Round): boolean => place !== undefined && BRIEF.has(place);
  for (const wave of [volley.rounds.filter((round) => !isBrief(round)), volley.rounds.filter(isBrief)]) {
    const reached = wave.map((round) => {
      const { session, place } = round;
      if (place === undefined) service.slow(session);
      if (volley.blow.kind === 'store') service.storeAway(session);
      const indexed = place !== 'model' && place !== 'append';
      const there = place === undefined ? undefined : service.hold(session, place, indexed ? round.target : undefined);
      audience.follow(order(volley, round, 'prompt'));
      // A sequential batch comes to its place only if the call before it was approved; elsewhere it waits on.
      if (round.gated && (round.mode === 'sequential' || place === 'append')) approver.start(round);
      return there ?? audience.saw(session, 'turn_start');
    });
    await within(Promise.all(reached), ARRIVAL, 'every session came to its place');
    const waiting = wave.filter(({ gated, mode, place }) => gated && mode === 'parallel' && place !== undefined);
    for (const round of waiting) if (waitsWhenHeld(round)) await audience.saw(round.session, 'approval_requested');
  }
}

function waitsWhenHeld({ place }: Round): boolean {
  return place !== 'model' && place !== 'clear' && place !== 'append';
}

async function strike(field: Field, volley: Volley, [worker, audience]: [Child | undefined, Audience]): Promise<void> {
  const { blow, rounds } = volley;
  switch (blow.kind) {
    case 'worker':
      return worker?.kill();
    case 'server':
      return field.killServer();
    case 'client':
      return audience.kill();
    case 'turn':
      await Promise.all(rounds.map((round) => terminateTurn(field, round)));
      return;
    case 'store':
      await delay(blow.outage);
      for (const { session } of rounds) field.service.storeBack(session);
      return;
    case 'random worker':
      await delay(Math.random() * blow.within);
      return worker?.kill();
    case 'random server':
      await delay(Math.random() * blow.within);
      return field.killServer();
  }
}

async function terminateTurn(field: Field, { session }: Round): Promise<void> {
  const { runId } = await field.engine.workflow.getHandle(session).describe();
  const id = turnWorkflowId({ session, execution: runId, turn: 1, run: 1 });
  const turn = field.engine.workflow.getHandle(id);
  // Only the call that is held is still to answer: what its siblings did stands in the history.
  while (((await turn.describe()).raw.pendingActivities?.length ?? 0) > 1) await delay(20);
  await turn.terminate('crash test');
}

async function comeBack(field: Field, blow: Blow): Promise<void> {
  if (blow.kind === 'server') await delay(blow.outage);
  if (blow.kind === 'server' || blow.kind === 'random server') await field.restartServer();
}

function held({ service }: Field, rounds: readonly Round[]) {
  const mine = new Set(rounds.map(({ session }) => session));
  return service.visits.filter((visit) => mine.has(visit.session) && visit.left === undefined);
}

function release({ service }: Field, rounds: readonly Round[]): void {
  for (const { session } of rounds) service.release(session);
}

async function until(holds: () => boolean, ms: number, what: string): Promise<void> {
  const deadline = Date.now() + ms;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`It was waited in vain until ${what}.`);
    await delay(20);
  }
}

async function within(promise: Promise<unknown>, ms: number, what: string): Promise<void> {
  const late = new AbortController();
  const timeout = delay(ms, undefined, { signal: late.signal }).then(() => {
    throw new Error(`It was waited in vain until ${what}.`);
  });
  timeout.catch(() => undefined);
  await Promise.race([promise, timeout]).finally(() => late.abort());
}
