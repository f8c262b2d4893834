/** Which runs a session has, ended, under way or queued: asked before one is told to end. Needs no worker. */
import type { Client } from '@temporalio/client';
import { memoKey } from '../core/session-messages.ts';
import type { QueueAnswer, RunMemo, SessionInput } from '../core/session.ts';
import { checkRun } from './check-session.ts';
import { ClientError } from './client-error.ts';
import { historyFacts } from './history.ts';
import { promptUpdateId } from './send-message.ts';
import { describeSession } from './session-record.ts';

/**
 * Passes a run that has ended, is under way or waits; a closed session is left to whoever speaks to it.
 * @throws ClientError `InvalidInput` naming the last run, `UnknownSession`
 */
export async function requireRun(client: Client, id: string, run: number): Promise<void> {
  checkRun(run);
  const { memo, raw, closeTime } = await describeSession(client, id);
  const ended = (memo?.[memoKey] as RunMemo | undefined)?.run ?? 0;
  const isUnderWay = run === ended + 1 && (raw.pendingChildren ?? []).length > 0;
  if (run <= ended || isUnderWay || closeTime !== undefined) return;
  const last = await lastQueued(client, id, ended);
  if (run <= last) return;
  const has = last === 0 ? 'it has had no run yet' : `its last one is ${String(last)}`;
  throw new ClientError('InvalidInput', `Session "${id}" has no run ${String(run)}: ${has}.`);
}

/**
 * The highest number that a prompt was told, as the newest execution's history has it. Before its first task the session
 * has the prompt that it was started with, which no worker has answered yet.
 */
async function lastQueued(client: Client, workflowId: string, ended: number): Promise<number> {
  let last = ended;
  let isFresh = true;
  for await (const fact of historyFacts(client, { workflowId }, { wait: 'recorded' })) {
    if (fact.kind === 'task') isFresh = false;
    if (fact.kind === 'started') {
      const { carried, given } = fact.input as SessionInput;
      const told = carried === undefined ? 0 : carried.run + carried.prompts.length;
      last = Math.max(last, given === undefined ? told : 1);
    }
    if (fact.kind === 'answered' && fact.updateId.startsWith(promptUpdateId(''))) {
      last = Math.max(last, (fact.answer as QueueAnswer).run);
    }
  }
  return isFresh ? Math.max(last, 1) : last;
}
