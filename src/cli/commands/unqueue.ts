/** `turnkeeper unqueue`: takes back a message that no run has taken yet. Needs a worker. */
import { visibleLine } from '../render/visible.ts';
import { sayOptions } from '../say-options.ts';
import type { Screen } from '../screen.ts';
import { withSession } from '../with-session.ts';

export interface UnqueueInput {
  readonly session: string;
  readonly key: string;
  readonly reason?: string;
  readonly as?: string;
  readonly json?: true;
}

/** @returns 0 if no run ever sees it, 1 if it is too late or nothing was sent under the key */
export async function unqueue(screen: Screen, { session: id, key, json, ...said }: UnqueueInput): Promise<number> {
  return withSession(screen, id, async (session) => {
    const { kind } = await session.cancelMessage(key, sayOptions(said));
    const sentences = {
      cancelled: 'Taken back; no run sees it.',
      delivered: 'Too late: a run has taken it.',
      unknown: `Session ${id} knows no message with the key ${visibleLine(key)}.`,
    };
    if (json === undefined) screen.print([sentences[kind]]);
    else screen.printJson({ v: 1, session: id, key, outcome: kind });
    return kind === 'cancelled' ? 0 : 1;
  });
}
