/**
 * Plays a scenario: a worker with its agent, a client that sends its prompts, follows its events, and injects what the
 * scenario injects. Through public doors only.
 */
import { randomBytes } from 'node:crypto';
import type { AgentEvent, Session } from '../../src/client/index.ts';
import { TurnkeeperClient } from '../../src/client/index.ts';
import { createWorker } from '../../src/worker/index.ts';
import type { Played, PlayedEvent } from './compare.ts';
import type { Lab } from './lab.ts';
import { executionLog } from './executions.ts';
import type { Injection, Scenario } from './scenario.ts';
import { scenarioAgent } from './scenario-agent.ts';
import { givenTime } from './scenario-tool.ts';
import { shownEvent, shownMessage } from './shown.ts';

/** Milliseconds after which a scenario counts as hung. */
const PATIENCE = 120_000;

/** @throws if a run does not end in time */
export async function play(scenario: Scenario, lab: Lab): Promise<Played> {
  const name = `conformance-${randomBytes(5).toString('hex')}`;
  const executions = executionLog(scenario);
  const agent = scenarioAgent(scenario, { name, onExecute: executions.onExecute });
  const worker = await createWorker({ ...lab.worker, agents: [agent], identity: 'conformance', drain: 500 });
  try {
    const client = await TurnkeeperClient.connect({ ...lab.client, progress: worker.progress });
    try {
      const session = client.session(name, { agent: name });
      const seen = await followRuns(session, scenario);
      const messages = (await session.transcript()).map(shownMessage);
      await session.close();
      return { ...seen, messages, executed: executions.read() };
    } finally {
      await client.close();
    }
  } finally {
    await worker.shutdown();
  }
}

/** Sends the prompts, each when the run before it has ended. */
async function followRuns(
  session: Session,
  { prompts, inject = [], tools = [] }: Scenario,
): Promise<Pick<Played, 'events' | 'abortedAt'>> {
  const seen: PlayedEvent[] = [];
  const aborts: number[] = [];
  const times = new Map<string, number | undefined>();
  const pending = new Set(inject);
  const [first = '', ...rest] = prompts;
  await session.prompt(first);
  const waiting = [...rest];
  for await (const event of session.events({ signal: AbortSignal.timeout(PATIENCE) })) {
    if (event.type === 'tool_execution_start') {
      const behavior = tools.find(({ name }) => name === event.toolName)?.behavior;
      times.set(callOf(event), behavior && givenTime(behavior, event.args));
    }
    const takes = event.type === 'tool_execution_end' ? times.get(callOf(event)) : undefined;
    seen.push({ at: event.at, event: shownEvent(event), ...(takes === undefined ? {} : { takes }) });
    for (const injection of [...pending].filter((candidate) => isDue(candidate, event))) {
      pending.delete(injection);
      if (injection.kind === 'abort') aborts.push(seen.length);
      await send(session, injection, event.run);
    }
    if (event.type !== 'agent_end') continue;
    const next = waiting.shift();
    const [abortedAt] = aborts;
    if (next === undefined) return { events: seen, ...(abortedAt === undefined ? {} : { abortedAt }) };
    await session.prompt(next);
  }
  const last = JSON.stringify(seen.at(-1)?.event ?? 'none');
  throw new Error(`the run did not end within ${String(PATIENCE / 1000)} s; the last event was ${last}`);
}

function callOf({ turn, index }: { readonly turn: number; readonly index: number }): string {
  return `${String(turn)}/${String(index)}`;
}

function isDue({ at }: Injection, event: AgentEvent): boolean {
  return (
    at.event === event.type &&
    (at.turn === undefined || at.turn === event.turn) &&
    (at.toolCallId === undefined || ('toolCallId' in event && at.toolCallId === event.toolCallId))
  );
}

async function send(session: Session, { kind, text = '' }: Injection, run: number): Promise<void> {
  switch (kind) {
    case 'steer':
      await session.steer(text);
      return;
    case 'followUp':
      await session.followUp(text);
      return;
    case 'abort':
      await session.abort({ run });
  }
}
