/**
 * A client in a process of its own, to be killed. Reads one session a line; prompts it (again and again with one key,
 * until that is accepted) and follows it, one event a line. Ends with whoever started it.
 */
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { TurnkeeperClient } from '../../src/client/index.ts';
import type { AgentEvent, Session } from '../../src/client/index.ts';
import { fileStore } from '../../src/store/index.ts';

export interface ClientSettings {
  readonly home: string;
  readonly address: string;
  readonly namespace: string;
}

/** Without a prompt the session is only followed. */
export interface FollowOrder {
  readonly session: string;
  readonly agent: string;
  readonly prompt?: string;
}

/** `failed` is why it stopped following. */
export interface FollowNews {
  readonly session: string;
  readonly event?: AgentEvent;
  readonly failed?: string;
}

function tell(news: FollowNews): void {
  process.stdout.write(`${JSON.stringify(news)}\n`);
}

async function prompt(session: Session, text: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await session.prompt(text, { key: 'prompt', deadline: 5_000 });
      return;
    } catch (error) {
      if (tries === 20) throw error;
      await delay(250);
    }
  }
}

async function follow(client: TurnkeeperClient, order: FollowOrder): Promise<void> {
  const session = client.session(order.session, { agent: order.agent });
  try {
    if (order.prompt !== undefined) await prompt(session, order.prompt);
    for await (const event of session.events()) {
      tell({ session: session.id, event });
      if (event.type === 'agent_end') break;
    }
  } catch (error) {
    tell({ session: session.id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

const { home, address, namespace } = JSON.parse(process.argv[2] ?? '{}') as ClientSettings;
const connecting = TurnkeeperClient.connect({ connection: { address }, namespace, store: fileStore(home) });
const lines = createInterface({ input: process.stdin });
lines.once('close', () => process.exit(0));
lines.on('line', (line) => void connecting.then((client) => follow(client, JSON.parse(line) as FollowOrder)));
await connecting;
process.stdout.write('up\n');
