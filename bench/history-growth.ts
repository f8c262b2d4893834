/** How much a session's history grows with a turn: the same at turn 40 as at turn 10. */
import type { Figure } from './figures.ts';
import type { Lab } from './lab.ts';

export async function measureHistory(lab: Lab): Promise<readonly Figure[]> {
  const session = lab.session();
  const sizes: number[] = [];
  const events: number[] = [];
  for (let prompts = 0; prompts < 8; prompts++) {
    await lab.timeTurns(session, { turns: 4, calls: 1, ms: 0, mode: 'sequential' });
    const { historyLength, historySize } = await lab.client.workflow.getHandle(session.id).describe();
    sizes.push(historySize ?? 0);
    events.push(historyLength);
  }
  // Each prompt is 5 turns: the second one ends at turn 10, the eighth at turn 40.
  const growth = (values: readonly number[], prompt: number) => ((values[prompt] ?? 0) - (values[prompt - 1] ?? 0)) / 5;
  const early = growth(sizes, 1);
  const late = growth(sizes, 7);
  return [
    { name: "session history per turn, around turn 10 (a run's prompt included)", value: early, unit: 'bytes' },
    { name: "session history per turn, around turn 40 (a run's prompt included)", value: late, unit: 'bytes' },
    { name: '  difference', value: (100 * Math.abs(late - early)) / early, unit: '%', limit: 5 },
    { name: 'session history per turn', value: growth(events, 7), unit: 'events' },
  ];
}
