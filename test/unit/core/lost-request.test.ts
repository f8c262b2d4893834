/** A request to the model that is lost with its worker: what that means depends on whether the run was stopped before. */
import { expect, it } from 'vitest';
import type { Fact } from '../../../src/core/facts.ts';
import { emptyTurnFold } from '../../../src/core/turn-fold-state.ts';
import { foldTurn } from '../../../src/core/turn-fold.ts';

const input = {
  ref: { session: 's', execution: 'e', turn: 2, run: 1 },
  agent: 'clerk',
  head: null,
  messages: [],
  opensRun: false,
};
const failure = { kind: 'timeout', timeout: 'HEARTBEAT', message: 'heartbeat timeout', started: true } as const;

const lost = (between: readonly Fact[]): readonly Fact[] => [
  { id: 1, at: 1, kind: 'task' },
  { id: 2, at: 2, kind: 'scheduled', type: 'callModel', activityId: 'model' },
  ...between,
  { id: 4, at: 4, kind: 'failed', scheduled: 2, failure },
  { id: 5, at: 5, kind: 'task' },
];

function saidBy(facts: readonly Fact[]) {
  let state = emptyTurnFold(input);
  return facts.flatMap((fact) => {
    const folded = foldTurn(state, fact);
    state = folded.state;
    return folded.events.flatMap((event) => (event.type === 'message_end' ? [event.message] : []));
  });
}

it('is an error of its run', () => {
  expect(saidBy(lost([]))).toMatchObject([{ stopReason: 'error', errorMessage: 'heartbeat timeout' }]);
});

it('is aborted, if the turn was told to stop before', () => {
  const told: Fact = { id: 3, at: 3, kind: 'cancelRequested' };
  expect(saidBy(lost([told]))).toMatchObject([{ stopReason: 'aborted', errorMessage: 'Request was aborted' }]);
});
