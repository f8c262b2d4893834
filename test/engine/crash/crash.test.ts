/**
 * The short form of `npm run crash`: one round per site and replay policy, with a heartbeat time-out of 3 s where the
 * site allows it, several blows at the same time. A server, workers and clients are real processes, killed by SIGKILL.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { campaign, rowsOf } from '../../crash/campaign.ts';
import type { Row } from '../../crash/campaign.ts';
import { policiesOf, sites } from '../../crash/plan.ts';
import type { Site } from '../../crash/round.ts';

const titles: Readonly<Record<Site, string>> = {
  X1: 'the model is asked again if the worker dies before it answered (X1)',
  X2: 'calls are cleared again if the worker dies while they are (X2) (B91)',
  'X3 unmarked': 'a call whose body had not begun when the worker died is run, once, whatever its policy (X3)',
  X3: 'a call whose worker died before the effect is repeated only as its policy allows (X3) (B91)',
  X4: 'an effect whose worker died is never done again behind anybody’s back (X4) (B91)',
  'X4 in the after hook': 'a call whose worker died in the after hook counts as done (X4)',
  'X4 with receipt': 'a call whose worker died after its receipt has its real result (X4) (B91)',
  'X4 at 30 s': 'the same holds with the heartbeat time-out of the product (X4)',
  X5: 'results that were reported are committed by another worker, and no tool runs again (X5)',
  'X6 short': 'a server that comes back soon has changed nothing (X6)',
  'X6 long': 'calls that were finished while the server was away have their real results (X6)',
  X7: 'another client sees every event once (X7)',
  X8: 'what a turn did is kept when its workflow is terminated (X8)',
  'store away': 'a call waits for a store that takes no receipts, and is not called unknown (X4)',
  'random worker': 'a worker that dies at any time costs no effect and doubles none (X3, X4, X5) (B91)',
  'random server': 'a server that dies at any time costs no effect and doubles none (X6)',
};

describe('whatever dies', () => {
  let rows: readonly Row[] = [];
  beforeAll(async () => {
    rows = rowsOf(await campaign({ rounds: 1, abreast: 3 }));
  }, 540_000);

  it.each(sites.map((site) => ({ site, title: titles[site] })))('$title', ({ site }) => {
    const own = rows.filter((row) => row.site === site);

    expect(own.map(({ policy, rounds, faults }) => ({ policy, rounds: Math.min(rounds, 1), faults }))).toEqual(
      policiesOf(site).map((policy) => ({ policy, rounds: 1, faults: [] })),
    );
  });
});
