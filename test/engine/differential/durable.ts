/**
 * Plays conversations with Turnkeeper on the real server: one agent per case, all agents of a group on one worker.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import type { Agent } from '../../../src/agent/index.ts';
import { TurnkeeperClient } from '../../../src/client/index.ts';
import type { Model } from '../../../src/core/model.ts';
import { fileStore, loadGrantKeys } from '../../../src/store/index.ts';
import { createWorker } from '../../../src/worker/index.ts';
import type { Played, PlayedEvent } from '../../conformance/compare.ts';
import type { Execution } from '../../conformance/scenario.ts';
import { scenarioAgent } from '../../conformance/scenario-agent.ts';
import type { OnExecute } from '../../conformance/scenario-tool.ts';
import { shownEvent, shownMessage } from '../../conformance/shown.ts';
import { freshName } from '../engine.ts';
import type { Case, Conversation } from './case.ts';
import { sayingsOf } from './case.ts';

const AT_ONCE = 6;

/** Every conversation of every case, in order. */
export async function playDurably(cases: readonly Case[]): Promise<readonly (readonly Played[])[]> {
  const home = await mkdtemp(path.join(tmpdir(), 'turnkeeper-test-'));
  const store = fileStore(home);
  const shared = { connection: { address: inject('address') }, namespace: inject('namespace'), store };
  const client = await TurnkeeperClient.connect(shared);
  try {
    const hosted = cases.map((one) => hostedCase(one, client));
    const worker = await createWorker({
      ...shared,
      agents: hosted.map(({ agent }) => agent),
      keys: loadGrantKeys(home, {}),
      identity: 'test-worker',
      drain: 500,
    });
    try {
      return await inLanes(hosted.map(({ plays }) => plays));
    } finally {
      await worker.shutdown();
    }
  } finally {
    await client.close();
    await rm(home, { recursive: true, force: true });
  }
}

interface HostedCase {
  readonly agent: Agent;
  readonly plays: readonly (() => Promise<Played>)[];
}

interface PlacedExecution extends Execution {
  readonly turn: number;
  readonly index: number;
}

function hostedCase({ agent: part, conversations }: Case, client: TurnkeeperClient): HostedCase {
  const name = freshName('agent');
  const sessions = new Map(
    conversations.map((conversation, index) => [
      `${name}-${index}`,
      { conversation, executed: [] as PlacedExecution[] },
    ]),
  );
  const onExecute: OnExecute = async (execution, context) => {
    const session = sessions.get(context?.session ?? '');
    if (session === undefined || context === undefined) throw new Error('a tool ran outside every conversation');
    session.executed.push({ ...execution, turn: context.turn, index: context.index });
    for (const { queue, text } of sayingsOf(session.conversation, execution)) {
      await client.session(context.session)[queue](text);
    }
  };
  const agent = scenarioAgent({ ...part, prompts: [], script: [] }, { name, onExecute, model: oneOf(conversations) });
  const plays = [...sessions].map(([id, { conversation, executed }]) => async () => {
    const session = client.session(id, { agent: name });
    const events: PlayedEvent[] = [];
    for (const prompt of conversation.prompts) {
      const { run } = await session.prompt(prompt);
      // All at one time: on a busy machine the order in which parallel calls end is no promise.
      await session.finish(run, (event) => events.push({ at: 0, event: shownEvent(event) }));
    }
    const messages = (await session.transcript()).map(shownMessage);
    await session.close();
    return { messages, events, executed: inCallOrder(executed) };
  });
  return { agent, plays };
}

/** Plays the script of the conversation that the transcript begins with. */
function oneOf(conversations: readonly Conversation[]): Model {
  const models = new Map(conversations.map(({ prompts: [first], script }) => [first, scripted(script)]));
  return {
    name: 'scripted',
    respond: (request) => {
      const [first] = [request.messages[0]?.content].flat();
      const model = models.get(typeof first === 'object' && first.type === 'text' ? first.text : undefined);
      if (model === undefined) throw new Error('no conversation begins like this');
      return model.respond(request);
    },
  };
}

function inCallOrder(executed: readonly PlacedExecution[]): readonly Execution[] {
  return executed
    .toSorted((left, right) => left.turn - right.turn || left.index - right.index)
    .map(({ tool, toolCallId, params }) => ({ tool, toolCallId, params }));
}

async function inLanes<T>(groups: readonly (readonly (() => Promise<T>)[])[]): Promise<readonly (readonly T[])[]> {
  const results: T[][] = groups.map(() => []);
  const jobs = groups.flatMap((group, at) => group.map((play, index) => ({ at, index, play }))).values();
  const lane = async (): Promise<void> => {
    for (const { at, index, play } of jobs) {
      const result = await play();
      (results[at] ?? [])[index] = result;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return results;
}
