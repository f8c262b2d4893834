/** A decision that comes in the very moment in which a call begins to wait counts like a later one. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import { asks, call, recordingTool, results } from '../cases/kit.ts';
import { eventsOfRun, startEngine } from '../engine.ts';
import { asked, askedIds, replaced } from './waiting.ts';

const large = 'x'.repeat(1_500_000);

it.each(['parallel', 'sequential'] as const)(
  'an approval that is sent as soon as its request is seen is applied, however large the state: %s (B44)',
  async (toolExecution) => {
    const pay = recordingTool('pay', { approval: 'always', body: () => ({ content: [] }) });
    const model = scripted([asks(call('a', 'pay', { note: large })), 'Paid.']);
    // Nothing is cached: every task reads the whole history again, as a slow worker does.
    await using engine = await startEngine(
      { model, tools: [pay], toolExecution, beforeToolCall: () => undefined },
      { engine: { maxCachedWorkflows: 0 } },
    );
    const session = engine.session();
    await session.prompt('Pay.');
    const [id] = await askedIds(session);

    expect(await engine.client.approve(id)).toEqual({ kind: 'applied' });
    expect(await session.finish(1)).toMatchObject({ ended: 'answered', answer: 'Paid.' });
    expect(pay.effects.map(({ args }) => args)).toEqual([{ note: large }]);
  },
);

it.each([
  ['parallel', { kind: 'approved' }, 1],
  ['sequential', { kind: 'approved' }, 1],
  ['parallel', { kind: 'denied' }, 0],
] as const)(
  'a decision that the worker meets in the task that begins to wait counts: %s, %j (B44)',
  async (toolExecution, decision, runs) => {
    const judged = Promise.withResolvers<undefined>();
    const judging = Promise.withResolvers<undefined>();
    const pay = recordingTool('pay', { approval: 'always' });
    const model = scripted([asks(call('a', 'pay', { amount: 5 })), 'Over.']);
    const agent = {
      model,
      tools: [pay],
      toolExecution,
      beforeToolCall: async () => {
        judging.resolve(undefined);
        await judged.promise;
        return undefined;
      },
    };
    await using engine = await startEngine(agent, { drain: 20_000 });
    const session = engine.session();
    await session.prompt('Pay.');
    await judging.promise;
    // A worker that is ending reports the verdict, and takes up no task of the workflow any more.
    const ended = engine.worker.shutdown();
    judged.resolve(undefined);
    await ended;
    const [request] = await asked(session);
    const id = request?.approvalId ?? '';
    const said = { by: 'auditor', reason: 'because', deadline: 0 };
    await (decision.kind === 'approved' ? engine.client.approve(id, said) : engine.client.deny(id, said));
    await replaced(engine, agent);

    expect(await session.finish(1)).toMatchObject({ ended: 'answered' });
    expect((await eventsOfRun(session, 1)).filter(({ type }) => type === 'approval_decided')).toMatchObject([
      { approvalId: id, decision: { ...decision, by: 'auditor' } },
    ]);
    expect([pay.effects.length, (await results(session)).length]).toEqual([runs, 1]);
  },
);
