/** `turnkeeper prompt | steer | follow-up`: one message to a session that exists, served by a worker elsewhere. */
import { randomUUID } from 'node:crypto';
import { pipedText } from '../read-input.ts';
import { visibleLine } from '../render/visible.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';
import { refuseBadId, withSession } from '../with-session.ts';

export interface SendInput {
  readonly queue: 'prompt' | 'steer' | 'follow-up';
  readonly session: string;
  /** `-` means stdin. */
  readonly text: string;
  readonly key?: string;
  /** Steering only. */
  readonly interrupt?: true;
  readonly json?: true;
}

/** @returns 0 once the message is durable */
export async function send(screen: Screen, { queue, session: id, text, ...input }: SendInput): Promise<number> {
  refuseBadId(id);
  const message = text === '-' ? await pipedText() : text;
  if (message === undefined || message.trim() === '') {
    throw new UsageError(`There is no text: write turnkeeper ${queue} ${id} "…", or pipe it in with -.`);
  }
  const { key = randomUUID() } = input;
  const options = {
    key,
    ...(input.interrupt === undefined ? {} : { interrupt: input.interrupt }),
  };
  return withSession(screen, id, async (session) => {
    const sent = {
      prompt: () => session.prompt(message, options),
      steer: () => session.steer(message, options),
      'follow-up': () => session.followUp(message, options),
    };
    const { run, ahead } = await sent[queue]();
    const before = ahead === 0 ? '' : `, ${ahead} before it`;
    if (input.json !== undefined) screen.printJson({ v: 1, session: id, run, ahead, key });
    else
      screen.print([`Queued ${queue === 'prompt' ? 'as' : 'for'} run ${run}${before}; its key is ${visibleLine(key)}`]);
    return 0;
  });
}
