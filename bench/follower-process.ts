/** A follower in a process of its own: tells how long after its fact each event came, and how old progress was. */
import { TurnkeeperClient } from '../src/client/index.ts';
import { fileStore } from '../src/store/index.ts';
import { lagOf, type FollowerPlace } from './follow-times.ts';

const { home, address, namespace, session } = JSON.parse(process.argv[2] ?? '{}') as FollowerPlace;
process.once('disconnect', () => process.exit(0));
const client = await TurnkeeperClient.connect({ connection: { address }, namespace, store: fileStore(home) });
process.send?.('up');
for await (const event of client.session(session).events()) {
  const lag = lagOf(event);
  if (lag !== undefined) process.send?.(lag);
}
