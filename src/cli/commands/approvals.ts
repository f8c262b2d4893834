/** `turnkeeper approvals`: what waits for a decision, once or as it comes. Needs a server, no worker. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PendingApproval, TurnkeeperClient } from '../../client/index.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { openEngine } from '../open-engine.ts';
import { approvalLines, settledLine } from '../render/render-approval.ts';
import type { Screen } from '../screen.ts';
import { refuseBadId } from '../with-session.ts';

export interface ApprovalsInput {
  readonly session?: string;
  readonly watch?: true;
  readonly json?: true;
}

/** Between two looks of a watch, in milliseconds. */
const PAUSE = 1_000;

/** @returns 0, also for a watch that Ctrl-C ends */
export async function approvals(screen: Screen, { session, watch, json }: ApprovalsInput): Promise<number> {
  if (session !== undefined) refuseBadId(session);
  const engine = await openEngine(screen.note, { home: 'existing' });
  try {
    const show = (waiting: readonly PendingApproval[]): void => {
      for (const approval of waiting) {
        if (json === undefined) screen.print([...approvalLines(approval, screen.style, Date.now()), '']);
        else screen.printJson({ v: 1, state: 'pending', ...approval });
      }
    };
    const waiting = await engine.client.approvals(session);
    show(waiting);
    if (watch === undefined && waiting.length === 0 && json === undefined) screen.print(['Nothing waits.']);
    if (watch === undefined) return 0;
    const gone = async (approval: PendingApproval): Promise<void> => {
      const { id, session: owner } = approval;
      const decision = await engine.client.decision(id).catch(() => undefined);
      if (json === undefined) screen.print([settledLine(approval, decision, screen.style), '']);
      else screen.printJson({ v: 1, state: 'settled', id, session: owner, decision });
    };
    await follow(screen, { client: engine.client, session, waiting, show, gone });
    return 0;
  } finally {
    await engine.close();
  }
}

interface Watch {
  readonly client: TurnkeeperClient;
  readonly session: string | undefined;
  readonly waiting: readonly PendingApproval[];
  readonly show: (fresh: readonly PendingApproval[]) => void;
  readonly gone: (settled: PendingApproval) => Promise<void>;
}

async function follow(screen: Screen, { client, session, waiting, show, gone }: Watch): Promise<void> {
  const interrupt = listenForInterrupt();
  const signal = AbortSignal.any([interrupt.signal, screen.unread]);
  let known = new Map(waiting.map((approval) => [approval.id, approval]));
  let isAway = 'no';
  try {
    while (!signal.aborted) {
      await sleep(PAUSE, undefined, { signal }).catch(() => undefined);
      const now = await client.approvals(session).catch((error: unknown) => {
        if (error instanceof Error && error.name === 'ClientError') throw error;
        if (isAway === 'no') screen.note('The server does not answer; it is asked again.');
        isAway = 'yes';
        return undefined;
      });
      if (now === undefined) continue;
      isAway = 'no';
      const next = new Map(now.map((approval) => [approval.id, approval]));
      show(now.filter(({ id }) => !known.has(id)));
      for (const approval of known.values()) if (!next.has(approval.id)) await gone(approval);
      known = next;
    }
  } finally {
    interrupt.dispose();
  }
}
