/** Followers of one session in a process of their own; they go away and come back, and tell in the end what they saw. */
import { createHash } from 'node:crypto';
import { TurnkeeperClient } from '../../src/client/index.ts';
import type { AgentEvent, Session } from '../../src/client/index.ts';
import { fileStore } from '../../src/store/index.ts';
import type { FollowerSetting, Seen } from './setting.ts';
import { seeded } from './seeded.ts';

const setting = JSON.parse(process.argv[2] ?? '{}') as FollowerSetting;
const { home, address, namespace, session: id, followers, disconnects, seed } = setting;

/** Milliseconds after which a follower goes away, at most. */
const STAY = 700;

const isProgress = ({ type }: AgentEvent): boolean => type === 'message_update' || type === 'tool_execution_update';

interface Followed {
  readonly events: readonly AgentEvent[];
  readonly disconnects: number;
}

/** Follows to the end of the session, by as many streams as it takes. */
async function follow(session: Session, random: () => number): Promise<Followed> {
  const events: AgentEvent[] = [];
  let cursor: string | undefined;
  for (let left = disconnects; ; left -= 1) {
    const away = new AbortController();
    const timer = left > 0 ? setTimeout(() => away.abort(), random() * STAY) : undefined;
    for await (const seen of session.follow({
      signal: away.signal,
      ...(cursor === undefined ? {} : { after: cursor }),
    })) {
      cursor = seen.cursor;
      if (!isProgress(seen.event)) events.push(seen.event);
      // Half of them leave in the middle of what they were given.
      if (left > 0 && random() < 0.02) away.abort();
    }
    clearTimeout(timer);
    if (!away.signal.aborted) return { events, disconnects: disconnects - left };
  }
}

process.once('disconnect', () => process.exit(0));
const client = await TurnkeeperClient.connect({ connection: { address }, namespace, store: fileStore(home) });
process.send?.('up');
const random = seeded(seed);
const all = await Promise.all(Array.from({ length: followers }, () => follow(client.session(id), random)));
const hashed = all.map(({ events, disconnects: times }) => ({
  events,
  disconnects: times,
  hash: createHash('sha256').update(JSON.stringify(events)).digest('hex'),
}));
const seen: Seen = {
  followers: hashed.map(({ disconnects: times, hash }) => ({ disconnects: times, hash })),
  lists: Object.fromEntries(hashed.map(({ hash, events }) => [hash, events])),
};
process.send?.(seen, () => process.exit(0));
