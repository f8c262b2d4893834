/**
 * How soon followers hear: events after their facts are in the history, progress after a tool has said it, in the same
 * process and in another one. And what a hundred followers cost and see, while workers are killed.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { AgentEvent } from '../src/client/index.ts';
import { playRound } from '../test/followers/round.ts';
import { now } from './bench-agent.ts';
import { median, percentile } from './figures.ts';
import type { Figure } from './figures.ts';
import type { Lab } from './lab.ts';

export interface FollowerPlace {
  readonly home: string;
  readonly address: string;
  readonly namespace: string;
  readonly session: string;
}

export interface Lag {
  readonly of: 'event' | 'progress';
  readonly run: number;
  readonly ms: number;
}

/** Undefined for what is not measured. An event's own time is that of its fact, in whole milliseconds. */
export function lagOf(event: AgentEvent): Lag | undefined {
  const { type, run } = event;
  if (type === 'message_update') return undefined;
  if (type !== 'tool_execution_update') return { of: 'event', run, ms: Math.max(0, now() - event.at) };
  const { sentAt } = event.partial.details as { readonly sentAt: number };
  return { of: 'progress', run, ms: now() - sentAt };
}

const TICKS = 50;

export async function measureFollowing(lab: Lab, rounds: number): Promise<readonly Figure[]> {
  const session = lab.session();
  const work = { turns: 2, calls: 3, ms: 5, mode: 'sequential' } as const;
  await lab.timeTurns(session, work);
  const far: Lag[] = [];
  const near: Lag[] = [];
  const follower = fork(
    path.join(import.meta.dirname, 'follower-process.ts'),
    [JSON.stringify({ ...lab.place, session: session.id } satisfies FollowerPlace)],
    { execArgv: ['--conditions=turnkeeper-source'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  try {
    await once(follower, 'message');
    follower.on('message', (lag: Lag) => far.push(lag));
    for (let round = 0; round < rounds; round += 1) await lab.timeTurns(session, work);
    const { run } = await session.prompt(JSON.stringify({ turns: 1, calls: 1, ms: TICKS * 100, mode: 'ticking' }));
    for await (const event of session.events({ fromRun: run })) {
      const lag = lagOf(event);
      if (lag?.of === 'progress') near.push(lag);
      if (event.type === 'agent_end') break;
    }
  } finally {
    follower.kill('SIGKILL');
  }
  // The first two runs are the past, and warming up.
  const of = (lags: readonly Lag[], kind: Lag['of']) =>
    lags.flatMap((lag) => (lag.of === kind && lag.run > 2 ? [lag.ms] : []));
  const events = of(far, 'event');
  const [here, there] = [of(near, 'progress'), of(far, 'progress')];
  return [
    { name: 'fact in the history → follower in another process, median', value: median(events), unit: 'ms', limit: 10 },
    { name: '  95th percentile', value: percentile(events, 0.95), unit: 'ms', limit: 50 },
    { name: 'progress → follower in the same process, longest', value: Math.max(...here), unit: 'ms', limit: 50 },
    { name: 'progress → follower in another process, median', value: median(there), unit: 'ms' },
    { name: '  longest', value: Math.max(...there), unit: 'ms', limit: 1_500 },
  ];
}

export async function measureCrowd({ place, client }: Lab): Promise<readonly Figure[]> {
  const size = async (name: string, followersEach: number): Promise<number> => {
    const round = { ...place, name, followersEach, disconnects: 2, kills: 0, runs: 2, turns: 3, seed: 1 };
    await playRound({ ...round, processes: 5 });
    return (await client.workflow.getHandle(name).describe()).historyLength;
  };
  const [none, hundred] = [await size('unwatched', 0), await size('watched', 20)];
  const crowd = { processes: 5, followersEach: 20, disconnects: 20, kills: 3, runs: 4, turns: 12, seed: 7 };
  const { faults, followers, disconnects } = await playRound({ ...place, name: 'crowd', ...crowd });
  for (const fault of faults) console.error(`crowd: ${fault.kind}: ${fault.what}`);
  return [
    {
      name: 'followers of one session, in 5 processes, with 3 kills of its worker',
      value: followers,
      unit: 'followers',
    },
    { name: '  disconnects of all of them', value: disconnects, unit: 'times' },
    { name: '  faults in their lists', value: faults.length, unit: 'faults', limit: 0 },
    { name: "session's history with 100 followers − with none", value: hundred - none, unit: 'events', limit: 0 },
  ];
}
