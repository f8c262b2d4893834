/** Calls that wait for somebody: nothing runs before the decision, and only what was decided about. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/index.ts';
import type { AgentTool } from '../../../src/agent/index.ts';
import type { PendingApproval, Session } from '../../../src/client/index.ts';
import type { Engine } from '../engine.ts';
import { eventsOfRun, startEngine } from '../engine.ts';

const call = (id: string, name: string, args = {}) => ({ type: 'toolCall' as const, id, name, arguments: args });

/** A tool that pays, after somebody has approved; counts what it did. */
function paying(more: Partial<AgentTool> = {}) {
  const paid: unknown[] = [];
  const pay: AgentTool = {
    name: 'pay',
    description: 'pays',
    parameters: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
    approval: 'always',
    execute: (_id, args) => {
      paid.push(args);
      return { content: [{ type: 'text', text: 'paid' }] };
    },
    ...more,
  };
  return { pay, paid };
}

/** Waits for the requests of the session's first run, and gives them in call order. */
async function requests(session: Session, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const event of session.events()) {
    if (event.type === 'approval_requested') ids.push(event.approvalId);
    if (ids.length === count) break;
  }
  return ids;
}

async function started(engine: Engine): Promise<Session> {
  const session = engine.session();
  await session.prompt('go');
  return session;
}

const results = async (session: Session) =>
  (await session.transcript()).flatMap((message) =>
    message.role === 'toolResult' && message.content[0]?.type === 'text' ? [message.content[0].text] : [],
  );

it('runs a call once it is approved, and not before', async () => {
  const { pay, paid } = paying();
  const model = scripted([{ content: [call('a', 'pay', { amount: 5 })] }, 'done']);
  await using engine = await startEngine({ model, tools: [pay] });
  const session = await started(engine);
  const [id = ''] = await requests(session, 1);
  const before = [...paid];
  const listed = await engine.client.approvals(session.id);

  expect(await engine.client.approve(id, { by: 'auditor' })).toEqual({ kind: 'applied' });
  expect(await session.finish(1)).toMatchObject({ ended: 'answered' });
  expect([before, paid]).toEqual([[], [{ amount: 5 }]]);
  expect(listed).toMatchObject([{ id, tool: 'pay', args: { amount: 5 } } satisfies Partial<PendingApproval>]);
});

it('approves one call and denies another with a reason that the model reads (B49)', async () => {
  const { pay, paid } = paying();
  const model = scripted([{ content: [call('a', 'pay', { amount: 1 }), call('b', 'pay', { amount: 2 })] }, 'done']);
  await using engine = await startEngine({ model, tools: [pay] });
  const session = await started(engine);
  const [first = '', second = ''] = await requests(session, 2);
  await engine.client.deny(second, { by: 'auditor', reason: 'too risky' });
  await engine.client.approve(first);
  await session.finish(1);

  expect(paid).toEqual([{ amount: 1 }]);
  expect(await results(session)).toEqual(['paid', 'Tool "pay" was denied by auditor: too risky']);
});

it('runs edited arguments after validating them again, and refuses edits that are not valid', async () => {
  const { pay, paid } = paying();
  const model = scripted([{ content: [call('a', 'pay', { amount: 1 }), call('b', 'pay', { amount: 2 })] }, 'done']);
  await using engine = await startEngine({ model, tools: [pay] });
  const session = await started(engine);
  const [first = '', second = ''] = await requests(session, 2);
  const fit = await engine.client.approve(first, { args: { amount: 10 } });
  const unfit = await engine.client.approve(second, { args: { amount: [] } });
  await session.finish(1);

  expect([fit, unfit]).toEqual([{ kind: 'applied' }, { kind: 'unfit', result: 'InvalidArguments' }]);
  expect(paid).toEqual([{ amount: 10 }]);
  const [ran, refused] = await results(session);
  expect(ran).toBe('Ran with arguments that operator changed when approving the call: {"amount":10}');
  expect(refused).toContain('The arguments given with the approval are not valid.');
});

it('tells the second decider who was first, and executes once (B61)', async () => {
  const { pay, paid } = paying();
  const model = scripted([{ content: [call('a', 'pay', { amount: 1 }), call('b', 'pay', { amount: 2 })] }, 'done']);
  await using engine = await startEngine({ model, tools: [pay] });
  const session = await started(engine);
  const [first = '', second = ''] = await requests(session, 2);
  await engine.client.approve(first, { by: 'operator' });
  const late = await engine.client.deny(first, { by: 'auditor', reason: 'no' });
  await engine.client.approve(second);
  await session.finish(1);

  expect(late).toMatchObject({ kind: 'decided', decision: { kind: 'approved', by: 'operator' } });
  expect(paid).toHaveLength(2);
});

it('denies a call that nobody decides about in time (B63)', async () => {
  const { pay, paid } = paying({ approvalExpiry: 300 });
  const model = scripted([{ content: [call('a', 'pay', { amount: 1 })] }, 'done']);
  await using engine = await startEngine({ model, tools: [pay] });
  const session = await started(engine);
  await session.finish(1);

  expect(paid).toEqual([]);
  expect(await results(session)).toEqual(['Tool "pay" was not executed: nobody approved it in time.']);
  expect(await engine.client.approvals(session.id)).toEqual([]);
});

it('lets the other calls of the batch run while one waits (D1)', async () => {
  const { pay } = paying();
  const look: AgentTool = {
    name: 'look',
    description: '',
    parameters: { type: 'object' },
    execute: () => ({ content: [{ type: 'text', text: 'seen' }] }),
  };
  const model = scripted([{ content: [call('a', 'pay', { amount: 1 }), call('b', 'look')] }, 'done']);
  await using engine = await startEngine({ model, tools: [pay, look] });
  const session = await started(engine);
  const seen = [];
  for await (const event of session.events()) {
    seen.push(event.type);
    if (event.type === 'tool_execution_end') break;
  }
  const [id = ''] = await requests(session, 1);
  await engine.client.approve(id);
  await session.finish(1);

  expect(seen.slice(-3)).toEqual(['approval_requested', 'tool_execution_start', 'tool_execution_end']);
  expect(await results(session)).toEqual(['paid', 'seen']);
});

it('withdraws a waiting call when the run is aborted; a later decision finds nothing', async () => {
  const { pay, paid } = paying();
  const model = scripted([{ content: [call('a', 'pay', { amount: 1 })] }, 'never asked']);
  await using engine = await startEngine({ model, tools: [pay] });
  const session = await started(engine);
  const [id = ''] = await requests(session, 1);
  await session.abort({ run: 1 });

  await expect(engine.client.approve(id)).rejects.toMatchObject({ code: 'UnknownSession' });
  expect([paid, model.requests.length]).toEqual([[], 1]);
  const ends = (await eventsOfRun(session, 1)).filter((event) => event.type === 'tool_execution_end');
  expect(ends).toMatchObject([{ result: { details: { turnkeeper: { kind: 'NotStarted' } } } }]);
});

it('asks for approval when the before hook says so', async () => {
  const { pay, paid } = paying();
  const { approval: _none, ...ungated } = pay;
  const model = scripted([{ content: [call('a', 'pay', { amount: 1 }), call('b', 'pay', { amount: 1000 })] }, 'done']);
  await using engine = await startEngine({
    model,
    tools: [ungated],
    beforeToolCall: ({ args }) =>
      Number(args['amount']) > 100 ? { approval: { reason: 'a large amount' } } : undefined,
  });
  const session = await started(engine);
  const [id = ''] = await requests(session, 1);
  const [pending] = await engine.client.approvals(session.id);
  await engine.client.approve(id);
  await session.finish(1);

  expect(pending).toMatchObject({ reason: 'a large amount', args: { amount: 1000 } });
  expect(paid).toEqual([{ amount: 1 }, { amount: 1000 }]);
});
