/** Followers in several processes come and go while workers are killed; `npm run bench` plays it with a hundred. */
import { expect, inject, it } from 'vitest';
import { playRound } from '../../followers/round.ts';
import { freshName } from '../engine.ts';

it('followers of one session that come and go while workers are killed all end with the same list, gapless', async () => {
  const round = await playRound({
    address: inject('address'),
    namespace: inject('namespace'),
    name: freshName('followers'),
    processes: 2,
    followersEach: 8,
    disconnects: 6,
    kills: 2,
    runs: 3,
    turns: 8,
    seed: 1,
  });
  expect(round).toMatchObject({ followers: 16, disconnects: 96, kills: 2, calls: 72, faults: [] });
});
