/**
 * Random conversations, played by pi-agent-core 0.85.1 and by Turnkeeper on the real server: the same transcript, the
 * same events, the same executions. TURNKEEPER_DIFFERENTIAL_RUNS sets how many (default 150), and
 * TURNKEEPER_DIFFERENTIAL_SEED which; the seed is printed. Differences that are meant stand in `amendments.ts` and, pair
 * by pair, in `disagreements.ts`.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstDifference } from '../../conformance/compare.ts';
import { cases } from './arbitrary-case.ts';
import type { Case } from './case.ts';
import { playDurably } from './durable.ts';
import { playReference } from './reference.ts';
import { smallerCases } from './smaller.ts';

const runs = Number(process.env['TURNKEEPER_DIFFERENTIAL_RUNS'] ?? 150);
const seed = Number(process.env['TURNKEEPER_DIFFERENTIAL_SEED'] ?? Date.now() % 2 ** 31);

/** Agents on one worker. */
const GROUP = 8;
/** Milliseconds that may be spent on making a failing case smaller. */
const SHRINKING = 180_000;

it('any conversation goes as with the reference: transcript, events and executions', { timeout: 0 }, async () => {
  const sampled = atLeast(runs, fc.sample(cases, { seed, numRuns: runs }));
  const count = sampled.reduce((sum, { conversations }) => sum + conversations.length, 0);
  console.log(`differential: ${count} conversations with ${sampled.length} agents, seed ${seed}`);
  const failed = await firstDiffering(sampled);
  if (failed !== undefined) {
    const { one, difference } = await smallest(failed);
    expect.fail(`seed ${seed}: ${difference}\n\n${shown(one)}`);
  }
  expect(count).toBeGreaterThanOrEqual(runs);
});

/** The first cases that together have this many conversations. */
function atLeast(conversations: number, sampled: readonly Case[]): readonly Case[] {
  let sum = 0;
  return sampled.filter((one) => {
    const isWanted = sum < conversations;
    sum += one.conversations.length;
    return isWanted;
  });
}

interface Differing {
  readonly one: Case;
  readonly difference: string;
}

/** Plays until one differs, or the time is over. */
async function firstDiffering(all: readonly Case[], until = Infinity): Promise<Differing | undefined> {
  for (let from = 0; from < all.length && Date.now() < until; from += GROUP) {
    const group = all.slice(from, from + GROUP);
    const played = await playDurably(group);
    for (const [at, one] of group.entries()) {
      for (const [index, conversation] of one.conversations.entries()) {
        const made = played[at]?.[index];
        if (made === undefined) throw new Error('a conversation was not played');
        const difference = firstDifference(await playReference(one.agent, conversation), made);
        if (difference !== undefined) return { one, difference: `conversation ${index}, ${difference}` };
      }
    }
  }
  return undefined;
}

async function smallest(failed: Differing): Promise<Differing> {
  const until = Date.now() + SHRINKING;
  let least = failed;
  for (;;) {
    const next = await firstDiffering(smallerCases(least.one), until);
    if (next === undefined) return least;
    least = next;
  }
}

/** One line for the agent, for each tool, each prompt, each message of the model, and what tools say. */
function shown({ agent: { tools = [], ...agent }, conversations }: Case): string {
  const lines = (title: string, values: readonly unknown[]): readonly string[] =>
    values.map((value) => `  ${title} ${JSON.stringify(value)}`);
  const told = conversations.flatMap(({ prompts, script, says }, index) => [
    `conversation ${index}`,
    ...lines('prompt', prompts),
    ...lines('answer', script),
    ...lines('said', says),
  ]);
  return [`agent ${JSON.stringify(agent)}`, ...lines('tool', tools), ...told].join('\n');
}
