/** Whether a command may use a session that exists already. Asks the server only; it must never need a worker. */
import type { Agent } from '../agent/index.ts';
import type { Session, SessionRecord } from '../client/index.ts';
import { UsageError } from './usage-error.ts';

/** What is known of a session; undefined if there is none. */
export async function existingRecord(session: Session): Promise<SessionRecord | undefined> {
  try {
    return await session.record();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'UnknownSession') return undefined;
    throw error;
  }
}

/** @throws UsageError if the session is closed, or has another agent or another model */
export function refuseUnfit(record: SessionRecord, wanted: { readonly agent: Agent; readonly model?: string }): void {
  refuseOtherAgent(record, wanted.agent);
  const { id } = record;
  if (record.closedAt !== undefined) {
    throw new UsageError(
      `Session "${id}" is closed (${record.status.toLowerCase()}): start another one by leaving out --session.`,
    );
  }
  if (wanted.model !== undefined && wanted.model !== record.model) {
    const has = record.model === undefined ? "its agent's own model" : `the model ${record.model}`;
    throw new UsageError(`Session "${id}" keeps ${has}: leave out --model, or start another session.`);
  }
}

function refuseOtherAgent(record: SessionRecord, agent: Agent): void {
  if (record.agent !== undefined && record.agent !== agent.name) {
    throw new UsageError(
      `Session "${record.id}" belongs to agent "${record.agent}", not to "${agent.name}": name that agent's file, or another session.`,
    );
  }
}
