/** Whoever can schedule activities by hand, with or without a grant that was really given, executes no tool. */
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { inject } from 'vitest';
import { describe, expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import { canonicalJson, sha256Hex } from '../../../src/core/canonical.ts';
import { agentTaskQueue, turnWorkflowId } from '../../../src/core/identity.ts';
import type { ToolInput } from '../../../src/core/turn.ts';
import type { Engine } from '../engine.ts';
import { freshName, startEngine } from '../engine.ts';
import type { Forgery } from './forging-workflow.ts';
import { asks, call, recordingTool } from './kit.ts';
import type { RecordingTool } from './kit.ts';
import { inputOf, turnHistory, withServer } from './recorded.ts';

/** What one forger tries: a change to a genuine scheduling, and under which workflow id it is done. */
interface Attempt {
  readonly input?: (genuine: ToolInput, other: ToolInput) => unknown;
  readonly activityType?: string;
  readonly activityId?: string;
  readonly workflowId?: (genuine: ToolInput, other: ToolInput) => string;
}

const own = ({ ref }: ToolInput): string => turnWorkflowId(ref);
const withArgs = (genuine: ToolInput, args: ToolInput['call']['args']): ToolInput => ({
  ...genuine,
  call: { ...genuine.call, args, argsHash: sha256Hex(canonicalJson(args)) },
});

const attempts: Readonly<Record<string, Attempt>> = {
  'a genuine grant in a workflow of another name': { workflowId: () => freshName('forger') },
  'other arguments': { input: (genuine) => withArgs(genuine, { rows: 'all' }) },
  'other arguments under the old hash': {
    input: (genuine) => ({ ...genuine, call: { ...genuine.call, args: { rows: 'all' } } }),
  },
  'another position in the batch': {
    input: (genuine) => ({ ...genuine, call: { ...genuine.call, index: 1 } }),
    activityId: 'call-1',
  },
  'another activity id than its position': { activityId: 'call-1' },
  'another turn': {
    input: (genuine) => ({ ...genuine, ref: { ...genuine.ref, turn: 7 } }),
    workflowId: ({ ref }) => turnWorkflowId({ ...ref, turn: 7 }),
  },
  'another tool': {
    input: (genuine) => ({ ...genuine, call: { ...genuine.call, tool: { ...genuine.call.tool, name: 'wipe' } } }),
    activityType: 'tool.wipe',
  },
  'another tool by the activity type alone': { activityType: 'tool.wipe' },
  'a longer time-out': {
    input: (genuine) => ({ ...genuine, call: { ...genuine.call, tool: { ...genuine.call.tool, timeout: 9_999_999 } } }),
  },
  'another agent': { input: (genuine) => ({ ...genuine, agent: 'somebody-else' }) },
  'the grant of another session, in its own workflow': { input: (_genuine, other) => other },
  'the grant of another session on this session’s call': {
    input: (genuine, other) => ({ ...genuine, call: { ...genuine.call, grant: other.call.grant } }),
  },
  'an empty grant': { input: (genuine) => ({ ...genuine, call: { ...genuine.call, grant: '' } }) },
  'a grant of an unknown key': {
    input: (genuine) => ({ ...genuine, call: { ...genuine.call, grant: `x${genuine.call.grant}` } }),
  },
  'no grant at all': { input: ({ call: { grant: _none, ...rest }, ...genuine }) => ({ ...genuine, call: rest }) },
  'no call at all': { input: () => ({ rows: 'all' }) },
  'no input at all': { input: () => undefined },
};

/** A session that has run `delete {"rows":"old"}` once, and the input with which its tool was scheduled. */
async function genuineCall(engine: Engine): Promise<ToolInput> {
  const session = engine.session();
  await session.run('Clean up.');
  return inputOf(await turnHistory(session.id), 'call-0') as ToolInput;
}

async function forgers<T>(
  use: (forge: (workflowId: string, forgery: Forgery) => Promise<string>) => Promise<T>,
): Promise<T> {
  const taskQueue = freshName('forgers');
  const connection = await NativeConnection.connect({ address: inject('address') });
  const workflowsPath = fileURLToPath(new URL('forging-workflow.ts', import.meta.url));
  const worker = await Worker.create({
    connection,
    namespace: inject('namespace'),
    taskQueue,
    workflowsPath,
    identity: 'forger',
  });
  const forging = (client: Client) => (workflowId: string, forgery: Forgery) =>
    client.workflow.execute<(input: Forgery) => Promise<string>>('forge', { taskQueue, workflowId, args: [forgery] });
  try {
    return await worker.runUntil(() => withServer((client) => use(forging(client))));
  } finally {
    await connection.close();
  }
}

async function tried(attempt: readonly Attempt[], tools: readonly RecordingTool[]): Promise<readonly string[]> {
  const model = scripted([asks(call('a', 'delete', { rows: 'old' })), 'Done.']);
  await using engine = await startEngine({ model, tools });
  const genuine = await genuineCall(engine);
  const other = await genuineCall(engine);
  const taskQueue = agentTaskQueue(engine.agent.name);
  return await forgers(async (forge) => {
    const outcomes: string[] = [];
    for (const {
      input = () => genuine,
      activityType = 'tool.delete',
      activityId = 'call-0',
      workflowId = own,
    } of attempt) {
      const forgery = { taskQueue, activityType, activityId, input: input(genuine, other) };
      outcomes.push(await forge(workflowId(genuine, other), forgery));
    }
    return outcomes;
  });
}

describe('a tool scheduled by hand', () => {
  it('is refused and does not run, whatever is copied from a real call or changed in it (B72)', async () => {
    const remove = recordingTool('delete');
    const wipe = recordingTool('wipe');

    const outcomes = await tried(Object.values(attempts), [remove, wipe]);

    const told = Object.fromEntries(Object.keys(attempts).map((name, index) => [name, outcomes[index]]));
    expect(told).toEqual(Object.fromEntries(Object.keys(attempts).map((name) => [name, 'GrantRefused'])));
    expect({ deleted: remove.effects.map(({ args }) => args), wiped: wipe.effects }).toEqual({
      deleted: [{ rows: 'old' }, { rows: 'old' }],
      wiped: [],
    });
  });

  it('is not there at all under a name that is no tool’s (B72)', async () => {
    const remove = recordingTool('delete');
    expect(await tried([{ activityType: 'delete' }, { activityType: 'default' }], [remove])).toEqual([
      'Refused',
      'Refused',
    ]);
    expect(remove.effects.length).toBe(2);
  });
});
