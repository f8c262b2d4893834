/**
 * One round: a session with workers that are killed, followers in several processes that come and go. What they should
 * have seen is told by the transcript and by the tools' own log, not by the fold that made their events.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentEvent, Session } from '../../src/client/index.ts';
import { TurnkeeperClient } from '../../src/client/index.ts';
import { fileStore } from '../../src/store/index.ts';
import { seeded } from './seeded.ts';
import type { FollowerSetting, Noted, Seen, Setting, WorkerSetting } from './setting.ts';
import { faultsOf, type Fault } from './verdict.ts';

export interface RoundOptions {
  readonly address: string;
  readonly namespace: string;
  /** A name that is free. */
  readonly name: string;
  readonly processes: number;
  readonly followersEach: number;
  readonly disconnects: number;
  readonly kills: number;
  readonly runs: number;
  readonly turns: number;
  readonly seed: number;
}

export interface Round {
  readonly events: number;
  readonly followers: number;
  /** Of all followers together. */
  readonly disconnects: number;
  readonly kills: number;
  readonly calls: number;
  readonly faults: readonly Fault[];
}

export async function playRound(options: RoundOptions): Promise<Round> {
  const { address, namespace, name, processes, followersEach, seed } = options;
  const home = await mkdtemp(path.join(tmpdir(), 'turnkeeper-followers-'));
  const setting: Setting = { home, address, namespace, agent: name, session: name };
  const log = path.join(home, 'tools.log');
  const children: ChildProcess[] = [];
  const start = async (file: string, given: Setting): Promise<ChildProcess> => {
    const child = begin(file, given);
    children.push(child);
    await once(child, 'message');
    return child;
  };
  const client = await TurnkeeperClient.connect({ connection: { address }, namespace, store: fileStore(home) });
  try {
    const worker: WorkerSetting = { ...setting, log, turns: options.turns };
    const session = client.session(name, { agent: name });
    let serving = await start('worker-process.ts', worker);
    const last = await promptAll(session, options.runs);
    const seen = await Promise.all(
      Array.from({ length: processes }, async (_, index) => {
        const given: FollowerSetting = {
          ...setting,
          followers: followersEach,
          disconnects: options.disconnects,
          seed: seed + index,
        };
        return once(await start('follower-process.ts', given), 'message') as Promise<[Seen]>;
      }).map(async (started) => ({ news: started })),
    );
    const random = seeded(seed);
    const over = session.finish(last);
    for (let kill = 0; kill < options.kills; kill += 1) {
      await sleep(500 + random() * 1_500);
      serving.kill('SIGKILL');
      await once(serving, 'exit');
      serving = await start('worker-process.ts', worker);
    }
    await over;
    await session.close();
    const told = (await Promise.all(seen.map(({ news }) => news))).map(([one]) => one);
    return await judged({ told, session, log, kills: options.kills });
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await client.close();
    await rm(home, { recursive: true, force: true });
  }
}

function begin(file: string, given: Setting): ChildProcess {
  return fork(path.join(import.meta.dirname, file), [JSON.stringify(given)], {
    execArgv: ['--conditions=turnkeeper-source'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
}

async function promptAll(session: Session, runs: number): Promise<number> {
  let last = 0;
  for (let run = 1; run <= runs; run += 1) last = (await session.prompt(`Prompt ${String(run)}`)).run;
  return last;
}

interface Played {
  readonly told: readonly Seen[];
  readonly session: Session;
  readonly log: string;
  readonly kills: number;
}

async function judged({ told, session, log, kills }: Played): Promise<Round> {
  const lists = told.flatMap((seen) => Object.entries(seen.lists));
  const followers = told.flatMap((seen) => seen.followers);
  const [first] = lists;
  const events: readonly AgentEvent[] = first?.[1] ?? [];
  const differing = new Set(followers.map(({ hash }) => hash)).size - 1;
  const noted = (await readFile(log, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Noted);
  const faults = faultsOf(events, { transcript: await session.transcript(), noted });
  return {
    events: events.length,
    followers: followers.length,
    disconnects: followers.reduce((sum, { disconnects }) => sum + disconnects, 0),
    kills,
    calls: events.filter(({ type }) => type === 'tool_execution_start').length,
    faults: [
      ...(differing > 0 ? [{ kind: 'lists differ' as const, what: `${String(differing)} other lists` }] : []),
      ...faults,
    ],
  };
}
