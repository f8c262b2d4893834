/**
 * Records the histories that `test/unit/replay` replays: runs every scenario on a fresh server and writes each session's
 * and each turn's history, and the events that a live follower saw, scrubbed of identities and stacks.
 *
 * `node --conditions=turnkeeper-source test/replay/record.ts [NAME…]`: all, when the workflows change on purpose, else those
 * that are new.
 */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import type { History } from '@temporalio/common/lib/proto-utils.js';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { defineAgent } from '../../src/agent/index.ts';
import { TurnkeeperClient } from '../../src/client/index.ts';
import type { Session } from '../../src/client/index.ts';
import type { AgentEvent } from '../../src/core/events.ts';
import { turnWorkflowId } from '../../src/core/identity.ts';
import { ensureServer, stopServer } from '../../src/server/index.ts';
import { fileStore, loadGrantKeys } from '../../src/store/index.ts';
import { createWorker } from '../../src/worker/index.ts';
import { scenarios } from './scenarios.ts';
import type { Scenario } from './scenarios.ts';
import { scrubbed } from './scrub.ts';
import { sessionPart } from './session-part.ts';

const wanted = process.argv.slice(2);
const folder = fileURLToPath(new URL('histories/', import.meta.url));

async function play(client: TurnkeeperClient, session: Session, agent: string, scenario: Scenario): Promise<void> {
  if (scenario.calls !== undefined) await client.executeToolCalls(agent, scenario.calls, { id: session.id });
  for (const prompt of scenario.prompts) {
    const { run } = await session.prompt(prompt);
    await scenario.during?.(client, session);
    await session.finish(run);
  }
}

/** The histories of the session's executions, those of its turns, and its events. */
async function keep(server: Client, session: Session, name: string): Promise<void> {
  const events: AgentEvent[] = [];
  for await (const event of session.events({ wait: 'recorded' })) events.push(event);
  await write(`${name}.events.json`, events);
  const { raw } = await server.workflow.getHandle(session.id).describe();
  const first = raw.workflowExecutionInfo?.firstRunId ?? '';
  for (let number = 1, runId: string | undefined = first; runId !== undefined; number++) {
    const history: History = await server.workflow.getHandle(session.id, runId).fetchHistory();
    // One that no worker has seen yet has nothing to replay.
    if (!history.events?.some((event) => event.workflowTaskCompletedEventAttributes)) break;
    await write(`${name}.${sessionPart(number)}.json`, scrubbed(JSON.parse(historyToJSON(history))));
    runId = history.events.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId ?? undefined;
  }
  const last = Math.max(...events.map(({ turn }) => turn));
  for (let turn = 1; turn <= last; turn++) {
    const id = turnWorkflowId({ session: session.id, execution: first, turn, run: 1 });
    await write(`${name}.turn-${turn}.json`, await historyOf(server, id));
  }
}

async function historyOf(server: Client, workflowId: string): Promise<unknown> {
  const history = await server.workflow.getHandle(workflowId).fetchHistory();
  return scrubbed(JSON.parse(historyToJSON(history)));
}

async function write(file: string, value: unknown): Promise<void> {
  await writeFile(join(folder, file), `${JSON.stringify(value, null, 1)}\n`);
}

const home = await mkdtemp(join(tmpdir(), 'turnkeeper-record-'));
try {
  if (wanted.length === 0) for (const old of await readdir(folder)) await rm(join(folder, old));
  const { address, namespace } = await ensureServer({ home, webPage: 'off' });
  const chosen = Object.entries(scenarios).filter(([name]) => wanted.length === 0 || wanted.includes(name));
  const agents = chosen.map(([name, { agent }]) => defineAgent({ ...agent, name }));
  const shared = { connection: { address }, namespace, store: fileStore(home) };
  const worker = await createWorker({ ...shared, agents, keys: loadGrantKeys(home, {}), identity: 'recorder' });
  const client = await TurnkeeperClient.connect(shared);
  const connection = await Connection.connect({ address });
  const server = new Client({ connection, namespace, identity: 'recorder' });
  for (const [name, scenario] of chosen) {
    const session = client.session(`session-${name}`, { agent: name });
    await play(client, session, name, scenario);
    await keep(server, session, name);
    console.log(`recorded ${name}`);
  }
  await worker.shutdown();
  await client.close();
  await connection.close();
} finally {
  await stopServer({ home });
  await rm(home, { recursive: true, force: true });
}
