/** What waits in a session: taken back in time or too late, never lost in silence, and closed over when idle. */
import { expect, it } from 'vitest';
import { scripted } from '../../../src/activities/models/index.ts';
import type { AgentTool } from '../../../src/agent/index.ts';
import { eventsOfRun, startEngine } from '../engine.ts';

const call = (name: string, args = {}) => ({ type: 'toolCall' as const, id: name, name, arguments: args });

/** A tool that runs until the test lets it go. */
function gated() {
  const began = Promise.withResolvers<undefined>();
  const go = Promise.withResolvers<undefined>();
  const hold: AgentTool = {
    name: 'hold',
    description: '',
    parameters: { type: 'object' },
    execute: async () => {
      began.resolve(undefined);
      await go.promise;
      return { content: [{ type: 'text', text: 'held' }] };
    },
  };
  return { hold, began: began.promise, go: () => go.resolve(undefined) };
}

const texts = (messages: readonly { readonly role: string; readonly content: unknown }[]): readonly unknown[] =>
  messages.flatMap(({ role, content }) => (role === 'user' ? [(content as { text: string }[])[0]?.text] : []));

it('takes back what waits: no run sees it, its run ends as withdrawn, and the next keeps its number', async () => {
  const { hold, began, go } = gated();
  const model = scripted([{ content: [call('hold')] }, 'first', 'third']);
  await using engine = await startEngine({ model, tools: [hold] });
  const session = engine.session();
  await session.prompt('one', { key: 'p1' });
  await began;
  const second = await session.prompt('two', { key: 'p2' });
  const third = await session.prompt('three', { key: 'p3' });
  await session.steer('left', { key: 's1' });
  await session.steer('right', { key: 's2' });
  await session.followUp('later', { key: 'f1' });

  const answers = await Promise.all(['p1', 'p2', 's1', 'f1', 'none'].map((key) => session.cancelMessage(key)));
  const again = await session.cancelMessage('p2', { queue: 'prompts' });
  go();
  const waited = await session.finish(second.run);

  expect(answers.map(({ kind }) => kind)).toEqual(['delivered', 'cancelled', 'cancelled', 'cancelled', 'unknown']);
  expect(again).toEqual({ kind: 'cancelled' });
  expect(waited).toEqual({ run: 2, ended: 'withdrawn', answer: '' });
  expect(await session.finish(third.run)).toMatchObject({ run: 3, ended: 'answered', answer: 'third' });
  expect(texts(await session.transcript())).toEqual(['one', 'right', 'three']);
  expect((await eventsOfRun(session, 2)).map(({ type }) => type)).toEqual(['agent_end']);
  await expect(session.cancelMessage('')).rejects.toMatchObject({ code: 'Refused' });
});

it('a message that is taken back while it is delivered is either seen once or never', async () => {
  const { hold, began, go } = gated();
  const model = scripted([{ content: [call('hold')] }, ...Array.from({ length: 12 }, () => 'on')]);
  await using engine = await startEngine({ model, tools: [hold] });
  const session = engine.session();
  await session.prompt('go');
  await began;
  const keys = Array.from({ length: 6 }, (_, index) => `s${String(index)}`);
  for (const key of keys) await session.steer(key, { key });
  go();
  const answers: [string, string][] = [];
  for (const key of keys.toReversed()) answers.push([key, (await session.cancelMessage(key)).kind]);
  await session.finish(1);

  const seen = texts(await session.transcript()).slice(1);
  const delivered = answers.filter(([, kind]) => kind === 'delivered').map(([key]) => key);
  expect(answers.every(([, kind]) => kind === 'delivered' || kind === 'cancelled')).toBe(true);
  expect(seen).toEqual(delivered.toReversed());
});

it('a session that closes says which messages no run has seen', async () => {
  await using engine = await startEngine({ model: scripted(['done']) });
  const session = engine.session();
  await session.run('go');
  await session.steer('unheard', { key: 's' });
  await session.followUp('unread', { key: 'f' });
  await session.followUp('taken back', { key: 'g' });
  await session.cancelMessage('g');
  await session.close();
  for await (const _event of session.events());

  const { undelivered = [], status, expired } = await session.record();
  expect([status, expired]).toEqual(['COMPLETED', undefined]);
  expect(undelivered.map(({ queue, key }) => [queue, key])).toEqual([
    ['steers', 's'],
    ['followUps', 'f'],
  ]);
  await expect(session.cancelMessage('s')).rejects.toMatchObject({ code: 'ClosedSession' });
});

it('a session that is idle for too long closes by itself, and a prompt is told so', async () => {
  await using engine = await startEngine({ model: scripted(['done', 'again']) });
  const { id } = engine.session();
  const session = engine.client.session(id, { agent: engine.agent.name, idleExpiry: 1_500 });
  await session.run('go');
  await session.run('go on');
  await session.steer('unheard', { key: 's' });
  for await (const _event of session.events());

  const record = await session.record();
  expect(record).toMatchObject({ status: 'COMPLETED', expired: true, undelivered: [{ queue: 'steers', key: 's' }] });
  await expect(session.prompt('too late')).rejects.toMatchObject({ code: 'ClosedSession' });
});

it('waiting for a human is not idle: a session with a short idle time waits for its decision (B64)', async () => {
  const pay: AgentTool = {
    name: 'pay',
    description: '',
    parameters: { type: 'object' },
    approval: 'always',
    approvalExpiry: 3_000,
    execute: () => ({ content: [{ type: 'text', text: 'paid' }] }),
  };
  const model = scripted([{ content: [call('pay')] }, 'done']);
  await using engine = await startEngine({ model, tools: [pay], limits: { idleExpiry: 200 } });
  const session = engine.session();
  const { ended } = await session.run('go');
  for await (const _event of session.events());

  const decisions = (await eventsOfRun(session, 1)).flatMap((event) =>
    event.type === 'approval_decided' ? [event.decision.kind] : [],
  );
  expect([ended, decisions, (await session.record()).expired]).toEqual(['answered', ['expired'], true]);
});

it('an idle time that is none is refused before anything is started', async () => {
  await using engine = await startEngine({ model: scripted(['done']) });
  for (const idleExpiry of [0, -1, 1.5, Number.NaN, 1e15]) {
    expect(() => engine.client.session('s', { agent: 'a', idleExpiry })).toThrow(/idleExpiry must be whole/);
  }
  const limits = { idleExpiry: 0 };
  await expect(startEngine({ model: scripted(['done']), limits })).rejects.toThrow(/limits.idleExpiry/);
});

it('an abort of a run that the session does not have names its last one; one that has ended says how', async () => {
  const { hold, began, go } = gated();
  const model = scripted(['first', { content: [call('hold')] }, 'second', 'never']);
  await using engine = await startEngine({ model, tools: [hold] });
  const session = engine.session();
  await session.run('one');
  await session.prompt('two');
  await began;
  const { run } = await session.prompt('three');

  const absent = session.abort({ run: 4 });
  await expect(absent).rejects.toMatchObject({
    code: 'InvalidInput',
    message: expect.stringMatching(/has no run 4: its last one is 3\.$/) as string,
  });
  await expect(session.abort({ run: 0 })).rejects.toMatchObject({ code: 'InvalidInput' });
  expect(await session.abort({ run: 1 })).toEqual({ kind: 'ended', run: 1, ended: 'answered' });
  expect(await session.abort({ run, deadline: 0 })).toEqual({ kind: 'recorded' });
  go();
  expect([(await session.finish(2)).ended, (await session.finish(run)).ended]).toEqual(['answered', 'aborted']);
});
