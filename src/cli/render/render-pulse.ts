/** Whether a session goes on, as lines with the command that helps. Pure. */
import type { SessionPulse } from '../../client/index.ts';
import { dateTime } from './duration.ts';
import { retryLine } from './render-retry.ts';
import type { Style } from './style.ts';

/** Nothing for a session that is served and whose turn goes on. */
export function pulseLines(
  session: string,
  pulse: SessionPulse,
  { style: { red, yellow }, now }: { readonly style: Style; readonly now: number },
): readonly string[] {
  const { turn, failing } = pulse;
  const gone = pulse.worker.kind === 'gone' ? [yellow(`${absence(pulse)}: turnkeeper resume ${session}`)] : [];
  const own = failing === undefined ? [] : [red(`stuck: the session's own workflow ${fails(failing)}`)];
  const stuck =
    turn?.failing === undefined
      ? []
      : [red(`stuck: ${causeOf(turn)}turn ${turn.turn} ${fails(turn.failing)}: turnkeeper end-turn ${session}`)];
  const retrying = (turn?.retrying ?? []).map((step) => yellow(retryLine(step, now)));
  return [...gone, ...own, ...stuck, ...retrying];
}

/** Why something is only recorded, and when it takes effect. */
export function recordedBecause(pulse: SessionPulse | undefined): string {
  if (pulse?.worker.kind === 'gone') return `it takes effect when a worker is up: ${absence(pulse)}.`;
  return 'it has not taken effect yet; see turnkeeper show.';
}

function absence({ queue, worker }: SessionPulse): string {
  const seen = worker.kind === 'gone' && worker.seen !== undefined ? `, no worker since ${dateTime(worker.seen)}` : '';
  return `no worker is polling ${queue}${seen}`;
}

function causeOf({ nonDeterministic }: NonNullable<SessionPulse['turn']>): string {
  return nonDeterministic ? 'non-determinism, ' : '';
}

function fails(attempts: number): string {
  return `fails again and again (attempt ${attempts}); its worker's log says why`;
}
