/** `turnkeeper rm`: ends a session and deletes its histories. It says what it leaves. */
import { confirmed } from '../confirm.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';
import { withSession } from '../with-session.ts';

export interface RemoveInput {
  readonly session: string;
  /** Do not ask. */
  readonly yes?: true;
  readonly json?: true;
}

/** @returns 0 if the server deletes everything, 1 if the person said no */
export async function remove(screen: Screen, { session: id, yes, json }: RemoveInput): Promise<number> {
  return withSession(screen, id, async (session, { home }) => {
    const { closedAt } = await session.record();
    if (yes === undefined) {
      const what = closedAt === undefined ? 'which is open' : 'which is closed';
      const answer = await confirmed(`Delete session ${id}, ${what}, and its histories for good?`);
      if (answer === 'no terminal') throw new UsageError(`Deleting cannot be undone: write turnkeeper rm ${id} --yes.`);
      if (answer === 'no') {
        screen.note('Nothing was deleted.');
        return 1;
      }
    }
    const { executions, left } = await session.remove();
    const kept = ['transcripts', 'receipts'];
    if (json !== undefined) screen.printJson({ v: 1, session: id, outcome: 'removed', executions, left, kept });
    else {
      const count = `${executions} ${executions === 1 ? 'execution' : 'executions'}`;
      screen.print([
        `Session ${id} is deleted: ${count} with their histories${left === 0 ? '' : '; within a minute the last of them are gone'}.`,
        `Not deleted: its transcript entries and receipts in ${home}, and what its tools did; a call that was running may still take effect.`,
      ]);
    }
    return 0;
  });
}
