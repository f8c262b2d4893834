/** `turnkeeper abort`: ends a run or one call, and says what became of it. Durable also while no worker is up. */
import type { CallPlace, SayOptions, Session } from '../../client/index.ts';
import { heard } from '../heard.ts';
import { recordedBecause } from '../render/render-pulse.ts';
import { sayOptions } from '../say-options.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';
import { refuseBadId, withSession } from '../with-session.ts';

export interface AbortInput {
  readonly session: string;
  /** Default: the one under way. */
  readonly run?: number;
  /** `TURN.INDEX`: one call instead of a run. */
  readonly call?: string;
  readonly reason?: string;
  readonly as?: string;
  readonly json?: true;
}

/** @returns 0 if it has ended, or will when a worker is up */
export async function abort(screen: Screen, { session: id, run, call, json, ...said }: AbortInput): Promise<number> {
  refuseBadId(id);
  const place = call === undefined ? undefined : placeOf(call);
  if (place !== undefined && run !== undefined) {
    throw new UsageError('--run and --call exclude each other: a call is named by its turn, whatever its run.');
  }
  return withSession(screen, id, async (session) => {
    const say = sayOptions(said);
    const answer = await (place === undefined ? abortRun(session, run, say) : abortCall(session, place, say));
    if (json === undefined) screen.print([answer.sentence]);
    else screen.printJson({ v: 1, session: id, ...answer.data });
    return 0;
  });
}

interface Answer {
  readonly sentence: string;
  readonly data: object;
}

async function abortRun(session: Session, run: number | undefined, say: SayOptions): Promise<Answer> {
  const meant = run === undefined ? {} : { run };
  const { outcome, pulse } = await heard(session, (watch) => session.abort({ ...say, ...meant, ...watch }));
  const { kind, ...end } = outcome;
  const sentence =
    outcome.kind === 'ended' ? `Run ${outcome.run} ended: ${outcome.ended}.` : `Recorded; ${recordedBecause(pulse)}`;
  return { sentence, data: { outcome: kind, ...meant, ...end } };
}

async function abortCall(session: Session, call: CallPlace, say: SayOptions): Promise<Answer> {
  const { outcome, pulse } = await heard(session, (watch) => session.cancelCall(call, { ...say, ...watch }));
  const { kind, ...end } = outcome;
  const name = `Call ${call.index} of turn ${call.turn}`;
  const sentence =
    outcome.kind === 'ended'
      ? `${name} ended: ${outcome.result ?? 'with its own result'}.`
      : `Recorded; ${recordedBecause(pulse)}`;
  return { sentence, data: { outcome: kind, ...call, ...end } };
}

function placeOf(text: string): CallPlace {
  const [, turn, index] = /^([1-9]\d{0,8})\.(\d{1,5})$/.exec(text) ?? [];
  if (turn === undefined || index === undefined) {
    throw new UsageError(`--call "${text}" names no call: write TURN.INDEX, such as 3.0 for the first one of turn 3.`);
  }
  return { turn: Number(turn), index: Number(index) };
}
