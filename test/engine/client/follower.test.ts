/** Following a session: from any place, by many, at no cost to what is followed. */
import { Client, Connection } from '@temporalio/client';
import { expect, inject, it, onTestFinished } from 'vitest';
import { scripted } from '../../../src/activities/models/scripted.ts';
import type { FollowedEvent, Session } from '../../../src/client/index.ts';
import { TurnkeeperClient } from '../../../src/client/index.ts';
import { SharedHistories } from '../../../src/client/shared-histories.ts';
import { historyFacts } from '../../../src/client/history.ts';
import { fileStore } from '../../../src/store/index.ts';
import type { Engine } from '../engine.ts';
import { freshName, startEngine } from '../engine.ts';
import { asks, call, recordingTool, text } from '../cases/kit.ts';

async function collected<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function recorded(session: Session, after?: string): Promise<readonly FollowedEvent[]> {
  const place = after === undefined ? {} : { after };
  return collected(session.follow({ wait: 'recorded', ...place }));
}

/** Follows until the first event that `isLast` accepts. */
async function followed(
  session: Session,
  isLast: (seen: FollowedEvent) => boolean,
  after?: string,
): Promise<readonly FollowedEvent[]> {
  const seen: FollowedEvent[] = [];
  for await (const one of session.follow(after === undefined ? {} : { after })) {
    seen.push(one);
    if (isLast(one)) break;
  }
  return seen;
}

const durable = (seen: readonly FollowedEvent[]): readonly FollowedEvent[] =>
  seen.filter(({ event }) => event.type !== 'message_update' && event.type !== 'tool_execution_update');

const plain = scripted([asks(call('a', 'note'), call('b', 'note')), asks(call('c', 'gone')), 'Done.', 'Again.']);

it('goes on from any event with the one after it, in a session of several runs, live and recorded', async () => {
  await using engine = await startEngine({ model: plain, tools: [recordingTool('note')] });
  const session = engine.session();
  await session.run('first');
  await session.run('second');
  const all = durable(await recorded(session));
  const last = all.at(-1)?.cursor;

  expect(all.filter(({ event }) => event.type === 'agent_end')).toHaveLength(2);
  expect(new Set(all.map(({ cursor }) => cursor)).size).toBe(all.length);
  for (const [index, { cursor }] of all.entries()) {
    expect(durable(await recorded(session, cursor))).toEqual(all.slice(index + 1));
    if (cursor === last) continue;
    const live = await followed(session, (seen) => seen.cursor === last, cursor);
    expect(durable(live)).toEqual(all.slice(index + 1));
  }
});

it('what is no cursor, and a cursor of another session, are told', async () => {
  await using engine = await startEngine({ model: scripted(['One.', 'Two.']), tools: [] });
  const [one, other] = [engine.session(), engine.session()];
  await one.run('hello');
  await other.run('hello');
  const [first] = await recorded(other);
  const invalid = { name: 'ClientError', code: 'InvalidInput' };

  for (const text of ['', 'nonsense', Buffer.from('[1,2,3]').toString('base64url'), '\u0000']) {
    await expect(recorded(one, text)).rejects.toMatchObject(invalid);
  }
  await expect(recorded(one, first?.cursor)).rejects.toMatchObject(invalid);
  await expect(recorded(engine.client.session(freshName('none')), first?.cursor)).rejects.toMatchObject({
    code: 'UnknownSession',
  });
});

/** A client whose requests for histories are counted, as from another process. */
async function countingClient(engine: Engine) {
  const asked = { histories: 0 };
  const client = await TurnkeeperClient.connect({
    connection: {
      address: engine.address,
      interceptors: [
        (options, next) => {
          if (options.method_definition.path.endsWith('/GetWorkflowExecutionHistory')) asked.histories += 1;
          return next(options) as never;
        },
      ],
    },
    namespace: inject('namespace'),
    store: fileStore(engine.home),
  });
  onTestFinished(() => client.close());
  return { client, asked };
}

async function historyLengths(session: Session): Promise<readonly number[]> {
  const connection = await Connection.connect({ address: inject('address') });
  onTestFinished(() => connection.close());
  const { workflow } = new Client({ connection, namespace: inject('namespace') });
  const own = await workflow.getHandle(session.id).describe();
  const ids = (await workflow.getHandle(session.id).fetchHistory()).events?.flatMap(
    (event) => event.startChildWorkflowExecutionInitiatedEventAttributes?.workflowId ?? [],
  );
  const turns = await Promise.all((ids ?? []).map((id) => workflow.getHandle(id).describe()));
  return [own, ...turns].map(({ historyLength }) => historyLength);
}

it('fifty followers in one process cost the server hardly more than one, and the histories nothing', async () => {
  const latch = Promise.withResolvers<undefined>();
  const wait = recordingTool('wait', {
    body: async () => {
      await latch.promise;
      return text('through');
    },
  });
  const model = scripted([asks(call('a', 'wait')), 'Done.']);
  await using engine = await startEngine({ model, tools: [wait] });
  const [alone, watched, unwatched] = [engine.session(), engine.session(), engine.session()];
  for (const session of [alone, watched, unwatched]) await session.prompt('go');

  const follow = async (session: Session, count: number) => {
    const { client, asked } = await countingClient(engine);
    const running = Array.from({ length: count }, () => Promise.withResolvers<undefined>());
    const lists = running.map(({ resolve }) =>
      followed(client.session(session.id), ({ event }) => {
        if (event.type === 'tool_execution_start') resolve(undefined);
        return event.type === 'agent_end';
      }),
    );
    await Promise.all(running.map(({ promise }) => promise));
    return { asked, ended: Promise.all(lists) };
  };
  const one = await follow(alone, 1);
  const many = await follow(watched, 50);
  latch.resolve(undefined);
  const [[expected = []], lists] = [await one.ended, await many.ended];
  await unwatched.finish(1);

  const types = (list: readonly FollowedEvent[]) => durable(list).map(({ event }) => event.type);
  expect(lists).toHaveLength(50);
  for (const list of lists) {
    expect(list).toEqual(lists[0]);
    expect(types(list)).toEqual(types(expected));
  }
  expect(many.asked.histories).toBeLessThanOrEqual(one.asked.histories * 2);
  expect(await historyLengths(watched)).toEqual(await historyLengths(unwatched));
});

it('who comes late or reads slowly gets every fact once, from its own reading', async () => {
  await using engine = await startEngine({ model: plain, tools: [recordingTool('note')] });
  const session = engine.session();
  await session.run('first');
  const connection = await Connection.connect({ address: engine.address });
  onTestFinished(() => connection.close());
  const client = new Client({ connection, namespace: inject('namespace') });
  const { runId } = await client.workflow.getHandle(session.id).describe();
  const ref = { workflowId: session.id, runId };
  const whole = (await collected(historyFacts(client, ref, { wait: 'recorded' }))).map(({ id }) => id);
  const histories = new SharedHistories(client, { facts: 2, bytes: 1_000_000 });
  const stop = new AbortController();
  onTestFinished(() => {
    stop.abort();
  });
  const reader = () => histories.follow(ref, stop.signal);
  const take = async (facts: ReturnType<typeof reader>, count: number): Promise<readonly number[]> => {
    const ids: number[] = [];
    while (ids.length < count) {
      const next = await facts.next();
      ids.push(next.done === true ? -1 : next.value.id);
    }
    return ids;
  };

  const [fast, slow] = [reader(), reader()];
  const begun = await take(slow, 1);
  expect(await take(fast, whole.length)).toEqual(whole);
  expect([...begun, ...(await take(slow, whole.length - 1))]).toEqual(whole);
  expect(await take(reader(), whole.length)).toEqual(whole);
});
