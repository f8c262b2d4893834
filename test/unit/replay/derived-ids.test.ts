/** Ids that workflows make are derived from what they were given, so that no upgrade makes others of them. */
import { expect, it } from 'vitest';
import { callActivityId, recoverActivityId, turnWorkflowId } from '../../../src/core/identity.ts';
import { filesBelow } from '../house/files.ts';
import type { SessionInput } from '../../../src/core/session.ts';
import { eventsOfRun, factsOf, historyOf, recordings } from '../../replay/recorded-runs.ts';
import type { Recording } from '../../replay/recorded-runs.ts';

/** A continued session goes on counting. */
function turnsBefore(recording: Recording): number {
  const [started] = factsOf(recording);
  const input = started?.kind === 'started' ? (started.input as Partial<SessionInput>) : {};
  return input.carried?.turn ?? 0;
}

const histories = recordings('history').map((recording) => ({
  name: recording.name,
  turnsBefore: turnsBefore(recording),
  events: historyOf(recording).events ?? [],
}));

it('the turns of recorded sessions have ids of session, execution and number alone (B89)', () => {
  const found = histories.map(({ name, turnsBefore: before, events }) => {
    const [started] = events.map((event) => event.workflowExecutionStartedEventAttributes ?? undefined);
    const session = started?.workflowId ?? '';
    const execution = started?.firstExecutionRunId ?? '';
    const turns = events.flatMap(
      (event) => event.startChildWorkflowExecutionInitiatedEventAttributes?.workflowId ?? [],
    );
    const derived = turns.map((_id, at) => turnWorkflowId({ session, execution, turn: before + at + 1, run: 1 }));
    return { name, turns, derived };
  });

  expect(found.map(({ turns }) => turns)).toEqual(found.map(({ derived }) => derived));
  expect(found.filter(({ turns }) => turns.length > 0).length).toBeGreaterThan(10);
});

it('the calls of recorded turns have ids of their places alone, and so have what is asked about them (B89)', () => {
  const calls = histories.flatMap(({ events }) =>
    events.flatMap(({ activityTaskScheduledEventAttributes: scheduled }) => {
      const type = scheduled?.activityType?.name ?? '';
      return type.startsWith('tool.') || type === 'recoverCall' ? [scheduled?.activityId ?? ''] : [];
    }),
  );
  const places = [...Array(10).keys()].flatMap((index) => [callActivityId(index), recoverActivityId(index)]);
  expect(calls.filter((id) => !places.includes(id))).toEqual([]);
  expect(calls.length).toBeGreaterThan(10);

  const waited = histories.find(({ name }) => name === 'approvals.turn-1');
  const turn = waited?.events[0]?.workflowExecutionStartedEventAttributes?.workflowId ?? '';
  const asked = eventsOfRun('approvals').flatMap((event) =>
    event.type === 'approval_requested' ? [event.approvalId] : [],
  );
  expect(asked).toEqual([0, 1, 2].map((index) => `${turn}/${callActivityId(index)}`));
});

it('no code that workflows run asks for a random id (B89)', () => {
  const random = ['src/workflows', 'src/core']
    .flatMap((folder) => filesBelow(folder))
    .filter(({ text }) => /\buuid4?\b|randomUUID|getRandomValues|Math\.random/i.test(text));
  expect(random.map(({ path }) => path)).toEqual([]);
});
