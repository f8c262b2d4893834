/** Whatever the order in which steps finish, a worker that knows nothing reads the same story out of the history. */
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from '@temporalio/worker';
import type { temporal } from '@temporalio/proto';
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import type { AgentOptions } from '../../../src/agent/index.ts';
import { workflowBundle } from '../../../src/worker/bundle.ts';
import { freshName, startEngine } from '../engine.ts';
import { call, recordingTool, text } from './kit.ts';
import { withServer } from './recorded.ts';

interface Told {
  readonly workflowId: string;
  readonly history: temporal.api.history.v1.IHistory;
}

const PER_KIND = 20;
const soon = () => delay(randomInt(40));

/** The histories of sessions and of all turns that they started. */
function historiesOf(sessions: readonly string[]): Promise<readonly Told[]> {
  return withServer(async (server) => {
    const told = async (workflowId: string): Promise<Told> => ({
      workflowId,
      history: await server.workflow.getHandle(workflowId).fetchHistory(),
    });
    const own = await Promise.all(sessions.map(told));
    const turns = own.flatMap(({ history }) =>
      (history.events ?? []).flatMap(
        (event) => event.startChildWorkflowExecutionInitiatedEventAttributes?.workflowId ?? [],
      ),
    );
    return [...own, ...(await Promise.all(turns.map(told)))];
  });
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

it.each([
  ['a local gate', {}],
  [
    'a hook that may wait',
    {
      beforeToolCall: async () => {
        await soon();
        return undefined;
      },
    },
  ],
] satisfies readonly (readonly [string, Partial<AgentOptions>])[])(
  'parallel batches with %s and after hooks replay, in whatever order their steps finished (B85)',
  async (_title, hooks) => {
    const step = recordingTool('step', {
      body: async ({ args }) => {
        await soon();
        return text(JSON.stringify(args));
      },
    });
    const afterToolCall = async () => {
      await soon();
      return undefined;
    };
    const agent = { model: scripted([]), tools: [step], afterToolCall, ...hooks };
    await using engine = await startEngine(agent);
    const batch = [...Array(5).keys()].map((n) => call('c', 'step', { n }));
    const ids = Array.from({ length: PER_KIND }, () => freshName('batch'));
    const executed = await Promise.all(
      ids.map((id) => engine.client.executeToolCalls(engine.agent.name, batch, { id })),
    );
    const histories = await historiesOf(ids);
    const replayed: unknown[] = [];
    // The replaying worker has cached nothing: every history is read from its beginning.
    for await (const { error } of Worker.runReplayHistories(
      { workflowBundle: await workflowBundle() },
      each(histories),
    )) {
      replayed.push(error);
    }

    expect(executed.map(({ results }) => results.length)).toEqual(Array(PER_KIND).fill(5));
    expect(replayed).toEqual(Array(PER_KIND * 2).fill(undefined));
    const orders = histories.slice(PER_KIND).map(({ history }) => scheduledIds(history));
    expect(orders).toEqual(Array(PER_KIND).fill(['call-0', 'call-1', 'call-2', 'call-3', 'call-4']));
  },
  120_000,
);

function scheduledIds({ events }: temporal.api.history.v1.IHistory): readonly string[] {
  return (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: scheduled }) =>
    scheduled?.activityType?.name?.startsWith('tool.') ? [scheduled.activityId ?? ''] : [],
  );
}
