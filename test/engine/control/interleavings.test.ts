/**
 * Random interleavings of everything that may happen to a session, on the real server, beside a reference model of it;
 * in one third the worker is shut down in the middle, in another it is killed. After each the invariants 1 to 7 hold.
 * TURNKEEPER_INTERLEAVINGS sets how many (default 30; at most 10 at a time with kills), TURNKEEPER_INTERLEAVINGS_SEED which;
 * the seed is printed.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { strictChecker } from '../../strict-requests/wire-requests.ts';
import type { Command } from './interleavings/commands.ts';
import { commands, opening } from './interleavings/commands.ts';
import { broken } from './interleavings/invariants.ts';
import type { PlayedSession } from './interleavings/played-session.ts';
import type { RacingAct } from './interleavings/race.ts';
import { race, races } from './interleavings/race.ts';
import { ReferenceSession } from './interleavings/reference-session.ts';
import { Stage } from './interleavings/stage.ts';

const count = Number(process.env['TURNKEEPER_INTERLEAVINGS'] ?? 30);
const seed = Number(process.env['TURNKEEPER_INTERLEAVINGS_SEED'] ?? Date.now() % 2 ** 31);

/** Interleavings that go on at the same time, with one worker. */
const ABREAST = 10;

interface Interleaving {
  readonly before: Iterable<Command>;
  readonly after: Iterable<Command>;
  readonly raced: readonly RacingAct[];
}

const interleavings: fc.Arbitrary<Interleaving> = fc.record({
  before: commands(24),
  after: commands(12),
  raced: races,
});

type Played = { readonly real: PlayedSession; readonly model: ReferenceSession; readonly plan: Interleaving };

it.each([
  ['their worker lives', 0],
  ['their worker is shut down and another comes', 1],
  ['their worker is killed and another comes', 2],
] as const)('interleavings keep every promise when %s', { timeout: 0 }, async (title, third) => {
  const mine = fc.sample(interleavings, { seed: seed + third, numRuns: Math.ceil(count / 3) });
  console.log(`${mine.length} interleavings, ${title}: TURNKEEPER_INTERLEAVINGS_SEED=${seed}`);
  await using stage = await Stage.open();
  await using checker = await strictChecker();
  const faults: string[] = [];
  for (let from = 0; from < mine.length; from += ABREAST) {
    const group = mine.slice(from, from + ABREAST);
    const played = group.map((plan): Played => ({ plan, real: stage.session(), model: new ReferenceSession() }));
    await faultsOf(played, faults, async ({ plan, real, model }) => {
      await fc.asyncModelRun(() => ({ model, real }), [opening]);
      await fc.asyncModelRun(() => ({ model, real }), plan.before);
    });
    if (third > 0) {
      await stage.replaceWorker(third === 1 ? 'shutdown' : 'SIGKILL');
      for (const { real, model } of played) {
        real.log.push(third === 1 ? 'the worker is shut down' : 'the worker is killed');
        model.workerLost();
      }
    }
    await faultsOf(played, faults, async ({ plan, real, model }) => {
      if (third > 0) await real.rest(model);
      await fc.asyncModelRun(() => ({ model, real }), plan.after);
      await race(plan.raced, model, real);
      await toItsEnd(real);
      const wrong = await broken(real, checker);
      if (wrong.length > 0) throw new Error(wrong.join('\n'));
    });
  }
  expect(faults).toEqual([]);
});

/** Does something with every session at the same time, and collects what goes wrong with any. */
async function faultsOf(
  played: readonly Played[],
  faults: string[],
  act: (one: Played) => Promise<void>,
): Promise<void> {
  await Promise.all(
    played.map(async (one) => {
      const { real } = one;
      if (faults.some((fault) => fault.startsWith(real.session.id))) return;
      try {
        await act(one);
      } catch (error) {
        const what = error instanceof Error ? error.message : String(error);
        faults.push(`${real.session.id}: ${what}\n  done: ${real.log.join('; ')}`);
      }
    }),
  );
}

/** Lets everything go on until nothing waits; a last prompt takes what is still queued along. */
async function toItsEnd(real: PlayedSession): Promise<void> {
  real.autopilot();
  await real.say('prompt', 'last');
  const { run } = await real.say('prompt', 'the very last');
  await real.until(() =>
    real.events.some((event) => event.type === 'agent_end' && event.run === run)
      ? undefined
      : `run ${run} has not ended`,
  );
}
