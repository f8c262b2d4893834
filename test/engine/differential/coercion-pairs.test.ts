/**
 * Every pair of a wanted type and a given type of value, through the whole reference and through all of Turnkeeper. The
 * pairs on which they disagree are exactly those of `disagreements.ts`.
 */
import { expect, it } from 'vitest';
import { playDurably } from './durable.ts';
import { disagreements, reasons } from './disagreements.ts';
import { given, outcomes, pairs, presences, wanted } from './pairs.ts';
import { playReference } from './reference.ts';

it('arguments of every type are taken, made fit or refused as by the reference, but for the pairs that are listed', async () => {
  const [played = []] = await playDurably([pairs]);
  const reference = await Promise.all(
    pairs.conversations.map((conversation) => playReference(pairs.agent, conversation, { args: 'original' })),
  );
  const there = new Map(reference.flatMap(({ messages }) => [...outcomes(messages)]));
  const here = new Map(played.flatMap(({ messages }) => [...outcomes(messages)]));

  expect([there.size, here.size]).toEqual(Array(2).fill(Object.keys(wanted).length * presences.length * given.length));
  const found = [...there]
    .filter(([pair, outcome]) => here.get(pair) !== outcome)
    .map(([pair, outcome]) => `${pair}: reference ${outcome}, here ${here.get(pair) ?? 'nothing'}`);
  expect(found.sort()).toEqual(Object.values(disagreements).flat().sort());
  expect(Object.keys(disagreements).sort()).toEqual(Object.keys(reasons).sort());
});
