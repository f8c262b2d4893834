/** Calls that wait outlive their worker, its configuration, the client that asked, and any time. */
import { setTimeout as pass } from 'node:timers/promises';
import { expect, inject, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import { TurnkeeperClient } from '../../../src/client/index.ts';
import { asks, call, recordingTool, results, text } from '../cases/kit.ts';
import { withServer } from '../cases/recorded.ts';
import { eventsOfRun, freshName, startEngine } from '../engine.ts';
import { askedIds, replaced, restarted } from './waiting.ts';

it('an approval is honoured by a worker of another configuration, and is not asked for again (B51)', async () => {
  const runs: string[] = [];
  const pay = (region: string) =>
    recordingTool('pay', {
      approval: 'always',
      body: () => {
        runs.push(region);
        return text(region);
      },
    });
  const model = scripted([asks(call('a', 'pay')), 'Paid.']);
  await using engine = await startEngine({ model, tools: [pay('north')], systemPrompt: 'North.' });
  const session = engine.session();
  await session.prompt('Pay.');
  const [id] = await askedIds(session);
  await engine.worker.shutdown();
  const recorded = await engine.client.approve(id, { deadline: 0 });
  await replaced(engine, { model, tools: [pay('south')], systemPrompt: 'South.', limits: { callsInFlight: 1 } });
  await session.finish(1);

  expect([recorded.kind, runs]).toEqual(['recorded', ['south']]);
  const events = await eventsOfRun(session, 1);
  expect(events.filter(({ type }) => type.startsWith('approval_')).map(({ type }) => type)).toEqual([
    'approval_requested',
    'approval_decided',
  ]);
});

it('what ran beside a call that waits is kept when the worker is another one by then (B58)', async () => {
  const pay = recordingTool('pay', { approval: 'always' });
  const lookup = recordingTool('lookup');
  const model = scripted([asks(call('a', 'pay', { n: 1 }), call('b', 'lookup', { n: 2 })), 'Both.']);
  const agent = { model, tools: [pay, lookup] };
  await using engine = await startEngine(agent);
  const session = engine.session();
  await session.prompt('Go.');
  for await (const event of session.events()) if (event.type === 'tool_execution_end') break;
  const [id] = await askedIds(session);
  await restarted(engine, agent);
  await engine.client.approve(id);
  await session.finish(1);

  expect([pay.effects.length, lookup.effects.length]).toEqual([1, 1]);
  expect((await results(session)).map((result) => result.text)).toEqual(['{"n":1}', '{"n":2}']);
});

it('decisions come one by one from clients that come and go, and what still waits is listed (B60)', async () => {
  const pay = recordingTool('pay', { approval: 'always' });
  const model = scripted([asks(...[0, 1, 2].map((n) => call('a', 'pay', { n }))), 'Over.']);
  const agent = { model, tools: [pay] };
  await using engine = await startEngine(agent);
  const session = engine.session();
  await session.prompt('Pay.');
  const [first, second, third] = await askedIds(session, 3);
  const where = { connection: { address: engine.address }, namespace: inject('namespace'), store: engine.store };
  const early = await TurnkeeperClient.connect(where);
  const applied = await early.approve(second);
  await early.close();
  await restarted(engine, agent);
  const late = await TurnkeeperClient.connect(where);
  const left = await late.approvals(session.id);
  await late.deny(third, { by: 'auditor', reason: 'no' });
  await late.approve(first);
  await late.close();
  await session.finish(1);

  expect([applied, left.map(({ id }) => id)]).toEqual([{ kind: 'applied' }, [first, third]]);
  expect((await results(session)).map((result) => result.text)).toEqual([
    '{"n":0}',
    '{"n":1}',
    'Tool "pay" was denied by auditor: no',
  ]);
});

it('two calls of one tool are decided one after the other, with a restart between (B67)', async () => {
  const deploy = recordingTool('deploy', { approval: 'always' });
  const model = scripted([asks(call('a', 'deploy', { to: 'one' }), call('b', 'deploy', { to: 'two' })), 'Up.']);
  const agent = { model, tools: [deploy] };
  await using engine = await startEngine(agent);
  const session = engine.session();
  await session.prompt('Deploy.');
  const [first, second] = await askedIds(session, 2);
  const applied = [await engine.client.approve(second)];
  await restarted(engine, agent);
  applied.push(await engine.client.approve(first));
  await session.finish(1);

  expect(applied).toEqual([{ kind: 'applied' }, { kind: 'applied' }]);
  expect(deploy.effects.map(({ args, context }) => [args['to'], context.index])).toEqual([
    ['two', 1],
    ['one', 0],
  ]);
  expect((await results(session)).map((result) => result.text)).toEqual(['{"to":"one"}', '{"to":"two"}']);
});

it('no time-out counts while somebody is waited for, in a conversation or in plain calls (B64)', async () => {
  const days = 5 * 86_400_000;
  const pay = recordingTool('pay', { approval: 'always', approvalExpiry: days + 60_000, timeout: 100 });
  const model = scripted([asks(call('a', 'pay')), 'Paid.']);
  await using engine = await startEngine({
    model,
    tools: [pay],
    limits: { hookTimeout: 100, grace: 100, heartbeatTimeout: 1_000 },
  });
  const { client } = engine;
  const session = engine.session();
  await session.prompt('Pay.');
  const plain = client.session(freshName('given'), { agent: engine.agent.name });
  const executed = client.executeToolCalls(engine.agent.name, [call('a', 'pay')], { id: plain.id });
  const [ofSession] = await askedIds(session);
  await expect
    .poll(() =>
      plain.record().then(
        () => 'there',
        () => 'not yet',
      ),
    )
    .toBe('there');
  const [ofPlain] = await askedIds(plain);
  // Longer than every time-out: the call's own with its margin, and that of a workflow task.
  await pass(11_000);
  const turns = [ofSession, ofPlain].map((id) => id.slice(0, id.lastIndexOf('/')));
  const bounds = await withServer((server) =>
    Promise.all(
      [session.id, plain.id, ...turns].map(async (id) => {
        const { executionConfig } = (await server.workflow.getHandle(id).describe()).raw;
        const seconds = [executionConfig?.workflowExecutionTimeout, executionConfig?.workflowRunTimeout];
        return seconds.map((bound) => Number(bound?.seconds ?? 0));
      }),
    ),
  );
  const waiting = [...(await client.approvals(session.id)), ...(await client.approvals(plain.id))];
  await client.approve(ofSession);
  await client.approve(ofPlain);

  expect(bounds).toEqual(Array(4).fill([0, 0]));
  expect(waiting.map(({ since, expiresAt }) => expiresAt - since >= days)).toEqual([true, true]);
  expect(await session.finish(1)).toMatchObject({ ended: 'answered', answer: 'Paid.' });
  expect([(await executed).results.length, pay.effects.length]).toEqual([1, 2]);
});
