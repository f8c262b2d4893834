/** `turnkeeper result`: the whole of a result of which the model got an excerpt, to a file or another program. */
import { visibleLines } from '../render/visible.ts';
import type { Screen } from '../screen.ts';
import { withSession } from '../with-session.ts';

export interface ResultInput {
  readonly session: string;
  readonly reference: string;
  readonly json?: true;
}

/** Exact with `json`; else its text, made visible, and a note for every image. @returns 0 */
export async function result(screen: Screen, { session: id, reference, json }: ResultInput): Promise<number> {
  return withSession(screen, id, async (session) => {
    const kept = await session.keptResult(reference);
    if (json !== undefined) {
      screen.printJson(kept);
      return 0;
    }
    for (const block of kept.content) {
      if (block.type === 'text') screen.print(visibleLines(block.text));
      else screen.note(`An image (${block.mimeType}) is kept with it: --json has it.`);
    }
    return 0;
  });
}
