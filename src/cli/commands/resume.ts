/**
 * `turnkeeper resume`: hosts a session's agent here again and shows what is under way, from the beginning of the run
 * that has not ended. The session's record names the agent; the home remembers its file.
 */
import type { Agent } from '../../agent/index.ts';
import type { Session, SessionRecord } from '../../client/index.ts';
import { recallAgentFile } from '../agent-files.ts';
import { checkModel } from '../check-model.ts';
import { formatOf } from '../event-display.ts';
import { hostAndWatch } from '../host-and-watch.ts';
import { loadAgents } from '../load-agent.ts';
import type { Engine } from '../open-engine.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';
import { withSession } from '../with-session.ts';

export interface ResumeInput {
  readonly session: string;
  /** Default: the file that last hosted the agent from this home. */
  readonly file?: string;
  /** Results in full. */
  readonly full?: true;
  readonly json?: true;
}

/** @returns as `run`; 0 if nothing is under way */
export async function resume(screen: Screen, { session: id, ...input }: ResumeInput): Promise<number> {
  return withSession(screen, id, async (session, engine) => {
    const record = await session.record();
    if (record.closedAt !== undefined) {
      throw new UsageError(`Session "${id}" is closed (${record.status.toLowerCase()}): look at it with show ${id}.`);
    }
    const file = input.file ?? fileOf(record, engine);
    const agent = await agentOf(record, file);
    await checkModel(agent, record.model);
    const first = await underWay(session, (record.lastRun?.run ?? 0) + 1);
    if (first === undefined) {
      screen.note(`Nothing is under way. Ask something: npx turnkeeper run ${file} "…" --session ${id}`);
      return 0;
    }
    return hostAndWatch(screen, {
      engine,
      session,
      agent,
      file,
      format: formatOf(input),
      first: async () => first,
      next: (run) => underWay(session, run + 1),
    });
  });
}

/** The run, if it has begun: the next one begins in the very moment in which one ends. */
async function underWay(session: Session, run: number): Promise<number | undefined> {
  for await (const event of session.events({ fromRun: run, wait: 'recorded' })) return event.run;
  return undefined;
}

function fileOf({ id, agent = '' }: SessionRecord, { home }: Engine): string {
  const file = recallAgentFile({ home, agent });
  if (file !== undefined) return file;
  throw new UsageError(`Which file exports agent "${agent}" is not known here: write turnkeeper resume ${id} FILE.`);
}

async function agentOf({ id, agent: name }: SessionRecord, file: string): Promise<Agent> {
  const agents = await loadAgents([file]);
  const agent = agents.find((candidate) => candidate.name === name);
  if (agent !== undefined) return agent;
  const has = agents.map((candidate) => candidate.name).join(', ');
  throw new UsageError(`Session "${id}" belongs to agent "${name ?? ''}", and ${file} exports ${has}: name its file.`);
}
