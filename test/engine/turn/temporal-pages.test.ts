/** What Temporal's own pages show of a session and its turns: summaries in the history, and what they wait for now. */
import { defaultPayloadConverter } from '@temporalio/common';
import type { temporal } from '@temporalio/proto';
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import type { Session } from '../../../src/client/index.ts';
import { asks, call, recordingTool } from '../cases/kit.ts';
import { turnHistory, withServer } from '../cases/recorded.ts';
import { startEngine } from '../engine.ts';

type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

function summaryOf({ userMetadata }: HistoryEvent): unknown {
  const payload = userMetadata?.summary;
  return payload ? defaultPayloadConverter.fromPayload(payload) : undefined;
}

/** Activity id → summary. */
function summaries(events: readonly HistoryEvent[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    events.flatMap((event) => {
      const id = event.activityTaskScheduledEventAttributes?.activityId;
      return id ? [[id, summaryOf(event)]] : [];
    }),
  );
}

async function detailsOf(workflowId: string): Promise<unknown> {
  return withServer(async (server) => {
    const metadata = await server.workflow
      .getHandle(workflowId)
      .query<temporal.api.sdk.v1.IWorkflowMetadata>('__temporal_workflow_metadata');
    return metadata.currentDetails;
  });
}

async function approvalOf(session: Session): Promise<string> {
  for await (const event of session.events()) if (event.type === 'approval_requested') return event.approvalId;
  throw new Error('nothing waited');
}

it("Temporal's pages name turns, models and the beginning of arguments, without the secrets in them", async () => {
  const secret = 'hunter2-Zx9';
  const args = {
    url: 'https://api.example.com',
    headers: { 'X-Api-Key': secret },
    body: `token=${secret}`,
    more: '\u202e\n'.repeat(5_000),
  };
  await using engine = await startEngine({
    model: scripted([
      asks(call('a', 'fetch', args), call('b', 'fetch', { emoji: '😀'.repeat(1_000), quotes: '"'.repeat(1_000) })),
      'Done.',
    ]),
    tools: [recordingTool('fetch')],
  });
  const session = engine.session();
  expect(await session.run('Go.')).toMatchObject({ ended: 'answered' });

  const own = await withServer(
    async (server) => (await server.workflow.getHandle(session.id).fetchHistory()).events ?? [],
  );
  const children = own.filter((event) => event.startChildWorkflowExecutionInitiatedEventAttributes);
  expect(children.map(summaryOf)).toEqual(['turn 1', 'turn 2']);
  const events = await turnHistory(session.id);
  expect(summaries(events)).toEqual({
    model: 'turn 1',
    'call-0':
      `{"url":"https://api.example.com","headers":{"X-Api-Key":"***"},"body":"token=***","more":"\\u202e\\n\\u202e\\n…`.slice(
        0,
        100,
      ) + '…',
    'call-1': expect.stringMatching(/^\{"emoji":"(?:😀)+…$/u) as string,
  });
  const metadata = JSON.stringify(events.map(summaryOf));
  expect(metadata).not.toContain('hunter2');
});

it("Temporal's pages say what a session and its turn wait for", async () => {
  await using engine = await startEngine({
    model: scripted([asks(call('a', 'pay', { amount: 1 })), 'Done.']),
    tools: [recordingTool('pay', { approval: 'always' })],
  });
  const session = engine.session();
  const { run } = await session.prompt('Go.');
  const id = await approvalOf(session);
  const turn = id.slice(0, id.lastIndexOf('/'));

  expect(await detailsOf(turn)).toBe(`waiting for approval of pay (\`${id}\`)`);
  expect(await detailsOf(session.id)).toBe(`running turn 1 of run 1: \`${turn}\``);
  await engine.client.approve(id);
  await session.finish(run);
  expect([await detailsOf(turn), await detailsOf(session.id)]).toEqual(['over', 'idle: waits for a prompt']);
  await session.close();
  await withServer((server) => server.workflow.getHandle(session.id).result());
  expect(await detailsOf(session.id)).toBe('closed');
});
