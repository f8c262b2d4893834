/**
 * How long turns and calls take, each beside the same work in bare Temporal code, measured in turn.
 */
import type { Figure } from './figures.ts';
import { median } from './figures.ts';
import type { Lab } from './lab.ts';

const TURNS = 5;
const CALLS = 11;

export async function measureTurns(lab: Lab, rounds: number): Promise<readonly Figure[]> {
  const session = lab.session();
  const samples = {
    answer: list(),
    turns: list(),
    one: list(),
    many: list(),
    oneNever: list(),
    manyNever: list(),
    parallel: list(),
    bare: list(),
    bareOne: list(),
    bareMany: list(),
  };
  const sequential = (turns: number, calls: number) =>
    lab.timeTurns(session, { turns, calls, ms: 0, mode: 'sequential' });

  for (let round = -2; round < rounds; round++) {
    const keep = (to: number[], value: number): void => {
      if (round >= 0) to.push(value);
    };
    keep(samples.answer, await sequential(0, 0));
    keep(samples.bare, (await lab.timeBare('bareTurns', TURNS)) / TURNS);
    keep(samples.turns, await sequential(TURNS, 1));
    keep(samples.bareOne, await lab.timeBare('bareSequence', 1));
    keep(samples.one, await sequential(1, 1));
    keep(samples.bareMany, await lab.timeBare('bareSequence', CALLS));
    keep(samples.many, await sequential(1, CALLS));
    keep(samples.oneNever, await lab.timeTurns(session, { turns: 1, calls: 1, ms: 0, mode: 'never' }));
    keep(samples.manyNever, await lab.timeTurns(session, { turns: 1, calls: CALLS, ms: 0, mode: 'never' }));
    keep(samples.parallel, await lab.timeTurns(session, { turns: 1, calls: 10, ms: 200, mode: 'parallel' }));
  }

  const answer = median(samples.answer);
  const turn = (median(samples.turns) - answer) / TURNS;
  const call = (median(samples.many) - median(samples.one)) / (CALLS - 1);
  const bareCall = (median(samples.bareMany) - median(samples.bareOne)) / (CALLS - 1);
  const neverCall = (median(samples.manyNever) - median(samples.oneNever)) / (CALLS - 1);
  const bareTurn = median(samples.bare);
  const parallel = median(samples.parallel) - answer;
  return [
    { name: 'bare: an additional sequential activity', value: bareCall, unit: 'ms' },
    { name: 'an additional sequential call of a safe tool', value: call, unit: 'ms' },
    { name: '  ratio', value: call / bareCall, unit: 'x', limit: 1.4 },
    { name: 'an additional sequential call of a never tool', value: neverCall, unit: 'ms' },
    { name: '  ratio', value: neverCall / bareCall, unit: 'x', limit: 2.5 },
    { name: 'bare: model + tool activities (one turn)', value: bareTurn, unit: 'ms' },
    { name: 'a turn with one call', value: turn, unit: 'ms' },
    { name: '  ratio', value: turn / bareTurn, unit: 'x', limit: 3.5 },
    { name: 'a turn with 10 parallel calls of 200 ms', value: parallel, unit: 'ms', limit: 250 + turn },
    { name: 'a run of one turn without calls, prompt to agent_end', value: answer, unit: 'ms' },
  ];
}

function list(): number[] {
  return [];
}
