/**
 * Waits for what becomes of an operator's word for as long as somebody is there to hear it: without a worker the wait
 * ends, not what was said.
 */
import type { Session, SessionPulse, WatchOptions } from '../client/index.ts';

export interface Heard<Outcome> {
  readonly outcome: Outcome;
  /** For an outcome that is only recorded, if it is known. */
  readonly pulse?: SessionPulse;
}

/** @param say says it, and waits for the effect as the options tell */
export async function heard<Outcome extends { readonly kind: string }>(
  session: Session,
  say: (watch: WatchOptions) => Promise<Outcome>,
): Promise<Heard<Outcome>> {
  const alone = new AbortController();
  const asked = session.pulse().then(
    (pulse) => {
      if (pulse.worker.kind === 'gone') alone.abort();
      return pulse;
    },
    () => undefined,
  );
  const outcome = await say({ signal: alone.signal });
  const pulse = outcome.kind === 'recorded' ? await asked : undefined;
  return { outcome, ...(pulse === undefined ? {} : { pulse }) };
}
