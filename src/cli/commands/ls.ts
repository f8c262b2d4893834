/** `turnkeeper ls`: which sessions there are, what they do and what they wait for. Needs a server, no worker. */
import type { SessionList, SessionsOptions } from '../../client/index.ts';
import { openEngine } from '../open-engine.ts';
import { sessionLines } from '../render/render-sessions.ts';
import type { Screen } from '../screen.ts';
import { UsageError } from '../usage-error.ts';

export interface LsInput {
  readonly waiting?: true;
  readonly failed?: true;
  readonly agent?: string;
  readonly limit?: number;
  readonly json?: true;
}

/** @returns 0, also if there is none */
export async function ls(screen: Screen, { waiting, failed, json, ...options }: LsInput): Promise<number> {
  if (waiting !== undefined && failed !== undefined) throw new UsageError('Name one of --waiting and --failed.');
  const only = waiting !== undefined ? 'waiting' : failed !== undefined ? 'failed' : undefined;
  const engine = await openEngine(screen.note, { home: 'existing' });
  try {
    const list = await engine.client.sessions({
      ...options,
      ...(only === undefined ? {} : { only }),
      signal: screen.unread,
    });
    const { sessions } = list;
    const rest = restLine(list);
    if (json !== undefined) {
      for (const session of sessions) screen.printJson({ v: 1, ...session });
      if (rest !== undefined) screen.note(rest);
      return 0;
    }
    if (sessions.length === 0) screen.print([none(only, options.agent)]);
    else screen.print(sessionLines(sessions, { style: screen.style, width: screen.width, now: Date.now() }));
    if (rest !== undefined) screen.print([screen.style.dim(rest)]);
    return 0;
  } finally {
    await engine.close();
  }
}

function restLine({ sessions, more, cut }: SessionList): string | undefined {
  if (more === 0 && cut === undefined) return undefined;
  const many = `${more}${cut === undefined ? '' : ' or more'}`;
  return `… ${many} more; --limit ${sessions.length + more} shows ${cut === undefined ? 'all' : 'those'}.`;
}

function none(only: SessionsOptions['only'], agent: string | undefined): string {
  const whose = agent === undefined ? '' : ` of agent "${agent}"`;
  switch (only) {
    case 'waiting':
      return `No session${whose} waits for a decision.`;
    case 'failed':
      return `No session${whose} has failed.`;
    case undefined:
      return `There is no session${whose} yet; start one: turnkeeper run agent.ts "What to do"`;
  }
}
