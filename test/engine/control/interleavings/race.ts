/**
 * Things that are done at the same moment, where nobody can say which comes first: no model follows, the invariants must
 * hold whatever came of them.
 */
import fc from 'fast-check';
import { ClientError } from '../../../../src/client/index.ts';
import type { PlayedSession } from './played-session.ts';
import type { ReferenceSession } from './reference-session.ts';

export interface RacingAct {
  readonly what:
    'prompt' | 'steer' | 'followUp' | 'interrupt' | 'abort' | 'cancelCall' | 'answer' | 'settle' | 'approve' | 'deny';
  readonly choice: number;
}

const what = fc.constantFrom<RacingAct['what'][]>(
  ...(['prompt', 'steer', 'followUp', 'interrupt', 'abort', 'cancelCall'] as const),
  ...(['answer', 'settle', 'settle', 'approve', 'approve', 'deny'] as const),
);

export const races: fc.Arbitrary<readonly RacingAct[]> = fc.array(fc.record({ what, choice: fc.nat(3) }), {
  minLength: 2,
  maxLength: 6,
});

/** Does all of it at once. @throws what is no refusal */
export async function race(acts: readonly RacingAct[], model: ReferenceSession, real: PlayedSession): Promise<void> {
  real.log.push(`at once: ${acts.map(({ what: act, choice }) => `${act} ${choice}`).join(', ')}`);
  const done = await Promise.allSettled(
    acts.map(async (act, index) => perform(act, `${act.what}-raced-${index}`, { model, real })),
  );
  for (const outcome of done) {
    if (outcome.status === 'rejected' && !(outcome.reason instanceof ClientError)) throw outcome.reason;
  }
}

async function perform(
  { what: act, choice }: RacingAct,
  name: string,
  { model, real }: { readonly model: ReferenceSession; readonly real: PlayedSession },
): Promise<unknown> {
  const { turn, run } = model;
  switch (act) {
    case 'prompt':
    case 'steer':
    case 'followUp':
      return real.say(act, name);
    case 'interrupt':
      return real.say('steer', name, { interrupt: true });
    case 'abort':
      return run === 0 ? undefined : real.session.abort({ run, deadline: 0 });
    case 'cancelCall':
      return turn === 0 ? undefined : real.session.cancelCall({ turn, index: choice }, { deadline: 0 });
    case 'answer': {
      real.answer({
        kind: 'calls',
        calls: [
          { id: 'r', tool: 'work' },
          { id: 'r', tool: 'brief' },
        ],
      });
      return;
    }
    case 'settle': {
      real.settle(turn, choice, 'ok');
      return;
    }
    case 'approve':
    case 'deny': {
      const id = real.approvalId(turn, choice);
      if (id === undefined) return undefined;
      return act === 'approve'
        ? real.client.approve(id, { deadline: 0 })
        : real.client.deny(id, { reason: 'no', deadline: 0 });
    }
  }
}
