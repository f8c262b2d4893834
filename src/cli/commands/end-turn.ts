/** `turnkeeper end-turn`: ends a turn that does not go on by itself; its session recovers what it did. */
import { confirmed } from '../confirm.ts';
import { heard } from '../heard.ts';
import { recordedBecause } from '../render/render-pulse.ts';
import { sayOptions } from '../say-options.ts';
import type { Screen } from '../screen.ts';
import { withSession } from '../with-session.ts';
import type { ClosingInput } from './close.ts';

/** @returns 0 if the turn is ended, 1 if the person said no */
export async function endTurn(screen: Screen, { session: id, yes, json, ...said }: ClosingInput): Promise<number> {
  return withSession(screen, id, async (session) => {
    await session.record();
    const question = `End the turn under way of session ${id}? Calls that run in it end as unknown.`;
    if (yes === undefined && (await confirmed(question)) === 'no') {
      screen.note('Nothing was ended.');
      return 1;
    }
    const { outcome, pulse } = await heard(session, (watch) => session.endTurn({ ...sayOptions(said), ...watch }));
    const { kind, ...more } = outcome;
    if (json !== undefined) screen.printJson({ v: 1, session: id, outcome: kind, ...more });
    else if (outcome.kind === 'recorded') {
      screen.print([`Turn ${outcome.turn} is ended; its session recovers what it did, but ${recordedBecause(pulse)}`]);
    } else {
      const end = `Turn ${outcome.turn} is ended, and what it did is recovered; run ${outcome.run} ended: ${outcome.ended}.`;
      screen.print([end]);
    }
    return 0;
  });
}
