/** A session that continues as new is one session for everybody who watches and speaks to it. */
import { Client, Connection } from '@temporalio/client';
import { expect, inject, it, onTestFinished } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import type { FollowedEvent, Session } from '../../../src/client/index.ts';
import { startEngine } from '../engine.ts';
import { asks, call, recordingTool } from '../cases/kit.ts';

async function collected(session: Session, after?: string): Promise<readonly FollowedEvent[]> {
  const seen: FollowedEvent[] = [];
  for await (const one of session.follow({ wait: 'recorded', ...(after === undefined ? {} : { after }) })) {
    seen.push(one);
  }
  return seen;
}

/** The runs of the session's chain of executions. */
async function executions({ id }: Session): Promise<number> {
  const connection = await Connection.connect({ address: inject('address') });
  onTestFinished(() => connection.close());
  const client = new Client({ connection, namespace: inject('namespace') });
  let count = 0;
  for (
    let runId: string | undefined =
      (await client.workflow.getHandle(id).describe()).raw.workflowExecutionInfo?.firstRunId ?? undefined;
    runId;
    count += 1
  ) {
    const { events } = await client.workflow.getHandle(id, runId).fetchHistory();
    runId = events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId ?? undefined;
  }
  return count;
}

const isProgress = ({ event: { type } }: FollowedEvent): boolean =>
  type === 'message_update' || type === 'tool_execution_update';

it('a follower sees one session over many executions, live and from any place', async () => {
  const turns = Array.from({ length: 6 }, (_, turn) => asks(call(`c${String(turn)}`, 'note', { turn })));
  const note = recordingTool('note');
  await using engine = await startEngine({
    model: scripted([...turns, 'Done.', ...turns, 'Done again.']),
    tools: [note],
    limits: { rollOverTurns: 3 },
  });
  const session = engine.session();
  const live: FollowedEvent[] = [];
  await session.prompt('first');
  const following = (async () => {
    for await (const one of session.follow()) {
      if (!isProgress(one)) live.push(one);
      if (one.event.type === 'agent_end' && one.event.run === 2) break;
    }
  })();
  await session.finish(1);
  await session.prompt('second', { key: 'once' });
  await session.prompt('second', { key: 'once' });
  await following;

  expect(await executions(session)).toBeGreaterThanOrEqual(5);
  const all = await collected(session);
  expect(all).toEqual(live);
  expect(all.flatMap(({ event }) => (event.type === 'turn_start' ? [event.turn] : []))).toEqual(
    Array.from({ length: 14 }, (_, turn) => turn + 1),
  );
  expect(note.effects.map(({ args }) => args['turn'])).toEqual([0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5]);
  for (const [index, { cursor }] of all.entries()) {
    if (index % 5 === 0) expect(await collected(session, cursor)).toEqual(all.slice(index + 1));
  }
  expect((await session.record()).lastRun).toMatchObject({ run: 2, turn: 14, ended: 'answered' });
  expect((await session.transcript()).map(({ role }) => role).filter((role) => role === 'user')).toHaveLength(2);
});

it('what is said to a session that rolls over arrives once, and a call that waits is decided afterwards', async () => {
  const gated = recordingTool('gated', { approval: 'always' });
  const note = recordingTool('note');
  const steps = [asks(call('a', 'note')), asks(call('b', 'note')), asks(call('c', 'gated')), 'Done.', 'Heard.'];
  await using engine = await startEngine({
    model: scripted(steps),
    tools: [gated, note],
    limits: { rollOverTurns: 1 },
  });
  const session = engine.session();
  await session.prompt('go');
  await session.followUp('and then', { key: 'k' });
  for await (const { event } of session.follow()) {
    if (event.type === 'approval_requested') {
      expect(await engine.client.approvals(session.id)).toHaveLength(1);
      expect(await engine.client.approve(event.approvalId)).toEqual({ kind: 'applied' });
    }
    if (event.type === 'agent_end') break;
  }
  await session.followUp('and then', { key: 'k' });

  expect([note.effects.length, gated.effects.length]).toEqual([2, 1]);
  const users = (await session.transcript()).flatMap((message) => (message.role === 'user' ? [message.content] : []));
  expect(users).toEqual([[{ type: 'text', text: 'go' }], [{ type: 'text', text: 'and then' }]]);
  expect(await session.record()).toMatchObject({ lastRun: { run: 1, turn: 5, ended: 'answered' } });
});

it('a run can be aborted after its session has rolled over', async () => {
  const wait = recordingTool('wait', {
    body: ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('told to stop'));
        });
      }),
  });
  const steps = [asks(call('a', 'note')), asks(call('b', 'note')), asks(call('c', 'wait'))];
  await using engine = await startEngine({
    model: scripted(steps),
    tools: [wait, recordingTool('note')],
    limits: { rollOverTurns: 1 },
  });
  const session = engine.session();
  await session.prompt('go');
  for await (const { event } of session.follow()) {
    if (event.type === 'tool_execution_start' && event.toolName === 'wait') break;
  }
  expect(await session.abort({ run: 1 })).toMatchObject({ kind: 'ended', ended: 'aborted' });
});
