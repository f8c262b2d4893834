/** A message that reaches a session in the task that ends it is taken, or refused in words; it never just vanishes. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import type { Session } from '../../../src/client/index.ts';
import { asks, call, recordingTool } from '../cases/kit.ts';
import { eventsOfRun, startEngine } from '../engine.ts';
import { askedIds, replaced } from './waiting.ts';

const endings = {
  abort: (session: Session) => session.abort({ run: 1, deadline: 0 }),
  close: (session: Session) => session.close(),
};

const orders = ['first the end', 'first the message'] as const;
const cases = (['abort', 'close'] as const).flatMap((ending) => orders.map((order) => ({ ending, order })));

/** Sends both while nobody serves the session, so that its next task has both. */
async function both<T>(order: (typeof orders)[number], end: () => Promise<unknown>, tell: () => Promise<T>) {
  if (order === 'first the end') {
    await end();
    return { told: Promise.allSettled([tell()]) };
  }
  const told = Promise.allSettled([tell()]);
  await pause(300);
  await end();
  return { told };
}

const texts = async (session: Session): Promise<string> => JSON.stringify(await session.transcript());

it.each(cases)(
  'steering that meets $ending in one task is delivered or refused, $order (B84)',
  async ({ ending, order }) => {
    const pay = recordingTool('pay', { approval: 'always' });
    const model = scripted([asks(call('a', 'pay')), 'One.', 'Two.', 'Three.']);
    const agent = { model, tools: [pay] };
    await using engine = await startEngine(agent);
    const session = engine.session();
    await session.prompt('Go.');
    const [id] = await askedIds(session);
    await engine.worker.shutdown();
    const { told } = await both(
      order,
      () => endings[ending](session),
      () => engine.client.session(session.id).steer('mind the gap', { deadline: 30_000 }),
    );
    await replaced(engine, agent);
    const [answer] = await told;
    if (ending === 'close') await engine.client.approve(id);
    const { ended } = await session.finish(1);
    // What an aborted run left undelivered, the next one gets.
    if (ending === 'abort') await session.run('Go on.');

    expect(ended).toBe(ending === 'abort' ? 'aborted' : 'answered');
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'Refused' });
    expect((await texts(session)).includes('mind the gap')).toBe(answer.status === 'fulfilled');
  },
);

it.each(orders)('a prompt that meets the closing of an idle session runs or is refused, %s (B84)', async (order) => {
  const model = scripted(['One.', 'Two.']);
  await using engine = await startEngine({ model });
  const session = engine.session();
  await session.run('Go.');
  await engine.worker.shutdown();
  const { told } = await both(
    order,
    () => session.close(),
    () => engine.client.session(session.id).prompt('And more.', { deadline: 30_000 }),
  );
  await replaced(engine, { model });
  const [answer] = await told;

  if (answer.status === 'fulfilled') expect(await session.finish(answer.value.run)).toMatchObject({ answer: 'Two.' });
  else expect(answer.reason).toMatchObject({ code: expect.stringMatching(/^(Refused|ClosedSession)$/) as string });
  expect((await texts(session)).includes('And more.')).toBe(answer.status === 'fulfilled');
});

it.each(cases)('an approval that meets $ending is recorded and told, $order (B84)', async ({ ending, order }) => {
  const pay = recordingTool('pay', { approval: 'always' });
  const model = scripted([asks(call('a', 'pay')), 'Paid.']);
  const agent = { model, tools: [pay] };
  await using engine = await startEngine(agent);
  const session = engine.session();
  await session.prompt('Go.');
  const [id] = await askedIds(session);
  await engine.worker.shutdown();
  const { told } = await both(
    order,
    () => endings[ending](session),
    () => engine.client.approve(id, { by: 'auditor', deadline: 0 }),
  );
  await replaced(engine, agent);
  const [answer] = await told;
  const { ended } = await session.finish(1);

  expect(answer).toEqual({ status: 'fulfilled', value: { kind: 'recorded' } });
  expect(ended).toBe(ending === 'abort' ? 'aborted' : 'answered');
  const decisions = (await eventsOfRun(session, 1)).filter(({ type }) => type === 'approval_decided');
  expect(decisions).toMatchObject([{ decision: { kind: 'approved', by: 'auditor' } }]);
  if (ending === 'close') expect(pay.effects.length).toBe(1);
});
