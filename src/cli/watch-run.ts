/** Follows one run of a session to its end. It never decides or stops anything. */
import type { Session } from '../client/index.ts';
import type { RunEnd } from '../core/session.ts';
import type { EventDisplay } from './event-display.ts';
import { noteRetries } from './retry-notes.ts';
import { UsageError } from './usage-error.ts';

export interface WatchRunOptions {
  readonly run: number;
  readonly signal: AbortSignal;
}

/** @returns how the run ended; undefined if `signal` aborted before @throws UsageError if the session ends before it */
export async function watchRun(
  display: EventDisplay,
  session: Session,
  { run, signal }: WatchRunOptions,
): Promise<RunEnd | undefined> {
  const retries = noteRetries(session, display.note);
  try {
    for await (const event of session.events({ fromRun: run, signal })) {
      if (event.run > run) break;
      retries.heard();
      display.show(event);
      if (event.type !== 'agent_end') continue;
      display.sum(session.id);
      return event.ended;
    }
  } finally {
    retries.stop();
  }
  if (signal.aborted) return undefined;
  throw new UsageError(
    `Session "${session.id}" ended before its run ${run} did; look at it: npx turnkeeper show ${session.id}`,
  );
}

/** Exit code of a command that watched a run. */
export function exitCodeOf(ended: RunEnd): 0 | 1 {
  return ended === 'error' || ended === 'limit' || ended === 'aborted' ? 1 : 0;
}
