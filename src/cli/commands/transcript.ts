/**
 * `turnkeeper transcript`: a session's committed messages, as text, as a page of Markdown, or exact. Needs a server and
 * the store, no worker.
 */
import { messageMarkdown, pageHead } from '../render/transcript-markdown.ts';
import { messageText } from '../render/transcript-text.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';
import { withSession } from '../with-session.ts';

export interface TranscriptInput {
  readonly session: string;
  readonly markdown?: true;
  readonly json?: true;
}

/** @returns 0, also if nothing is committed yet */
export async function transcript(screen: Screen, { session: id, markdown, json }: TranscriptInput): Promise<number> {
  if (markdown !== undefined && json !== undefined) throw new UsageError('Name one of --markdown and --json.');
  return withSession(screen, id, async (session) => {
    const record = await session.record();
    const messages = await session.transcript();
    if (markdown !== undefined) screen.print(pageHead(record, messages.length));
    for (const message of messages) {
      if (json !== undefined) screen.printJson(message);
      else screen.print(markdown === undefined ? messageText(message, screen.style) : messageMarkdown(message));
    }
    if (messages.length === 0) screen.note(`Nothing of session ${id} is committed yet.`);
    if (record.turn !== undefined) {
      screen.note(`Turn ${record.turn} is under way: its messages are here when it has ended; turnkeeper show ${id}`);
    }
    return 0;
  });
}
