/** Somebody hears that a call waits: the approval hook and its webhook, against a real receiver. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { scripted } from '../../../src/activities/models/index.ts';
import type { AgentTool, WaitingApproval } from '../../../src/agent/index.ts';
import type { Session } from '../../../src/client/index.ts';
import { approvalWebhook, verifyWebhook } from '../../../src/index.ts';
import { createWorker } from '../../../src/worker/index.ts';
import { activitySteps, turnHistory } from '../cases/recorded.ts';
import type { Engine } from '../engine.ts';
import { startEngine } from '../engine.ts';

const SECRET = 'canary-3f9a-not-to-be-recorded';

interface Posted {
  readonly body: string;
  readonly signature: string | undefined;
  readonly path: string | undefined;
}

/** A receiver on loopback that answers with these statuses, the last one for ever. */
async function receiver(...statuses: readonly number[]) {
  const posted: Posted[] = [];
  const left = [...statuses];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const [status = 204] = left.length > 1 ? left.splice(0, 1) : left;
      // What a receiver says may echo anything; none of it may be recorded.
      response.writeHead(status).end(status === 204 ? undefined : `refused ${SECRET}`);
      const { 'turnkeeper-signature': signature } = request.headers;
      posted.push({ body, signature: String(signature), path: request.url });
      server.emit('posted');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  onTestFinished(close);
  const got = async (count: number): Promise<void> => {
    while (posted.length < count) await once(server, 'posted');
  };
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/hook`, posted, got, close };
}

function paying() {
  const paid: unknown[] = [];
  const pay: AgentTool = {
    name: 'pay',
    description: 'pays',
    parameters: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
    approval: () => ({ reason: 'money' }),
    execute: (_id, args) => {
      paid.push(args);
      return { content: [{ type: 'text', text: 'paid' }] };
    },
  };
  return { pay, paid };
}

const payOnce = () =>
  scripted([{ content: [{ type: 'toolCall', id: 'a', name: 'pay', arguments: { amount: 5 } }] }, 'done']);

/** The id of the session's one waiting call, once it waits. */
async function waiting(session: Session): Promise<string> {
  for await (const event of session.events()) if (event.type === 'approval_requested') return event.approvalId;
  throw new Error('nothing waits');
}

async function approved(engine: Engine, session: Session) {
  await engine.client.approve(await waiting(session));
  return session.finish(1);
}

it('posts a waiting call, signed, again after a failure, and its secret is nowhere in the history', async () => {
  vi.stubEnv('HOOK_SECRET', SECRET);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { url, posted, got } = await receiver(500, 204);
  const onApproval = approvalWebhook({ url, secret: { env: 'HOOK_SECRET' } });
  await using engine = await startEngine({ model: payOnce(), tools: [paying().pay], onApproval });
  const session = engine.session();
  await session.prompt('go');
  await got(2);
  const [pending] = await engine.client.approvals(session.id);
  await approved(engine, session);

  const [first, second] = posted.map(({ body, signature }) => verifyWebhook({ body, signature, secret: SECRET }));
  const { since: _since, expiresAt: _own, ...told } = pending ?? {};
  const approval = { ...told, turn: 1, index: 0, reason: 'money', expiresAt: expect.any(Number) as number };
  expect(first).toEqual({ kind: 'verified', approval });
  expect(second).toEqual(first);
  expect(await recordedText(session)).toContain('announceApproval');
  expect(await recordedText(session)).not.toContain(SECRET);
});

it('ends a run as ever when the endpoint is dead', async () => {
  vi.stubEnv('HOOK_SECRET', SECRET);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { pay, paid } = paying();
  const { url, close } = await receiver();
  await close();
  const onApproval = approvalWebhook({ url, secret: { env: 'HOOK_SECRET' } });
  await using engine = await startEngine({ model: payOnce(), tools: [pay], onApproval });
  const session = engine.session();
  await session.prompt('go');

  expect(await approved(engine, session)).toMatchObject({ ended: 'answered', answer: 'done' });
  expect(paid).toEqual([{ amount: 5 }]);
});

it('posts once what the receiver refuses for good, and the call goes on waiting', async () => {
  vi.stubEnv('HOOK_SECRET', SECRET);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { url, posted } = await receiver(410);
  vi.stubEnv('HOOK_URL', `${url}?token=${SECRET}`);
  const onApproval = approvalWebhook({ url: { env: 'HOOK_URL' }, secret: { env: 'HOOK_SECRET' } });
  await using engine = await startEngine({ model: payOnce(), tools: [paying().pay], onApproval });
  const session = engine.session();
  await session.prompt('go');
  const id = await waiting(session);
  const failed = () => recordedText(session).then((recorded) => recorded.includes('activityTaskFailed'));
  await vi.waitFor(async () => expect(await failed()).toBe(true), 10_000);
  await engine.client.approve(id);

  expect(await session.finish(1)).toMatchObject({ ended: 'answered' });
  expect(posted.map(({ path }) => path)).toEqual([`/hook?token=${SECRET}`]);
  const recorded = await recordedText(session);
  expect([recorded.includes('The approval webhook answered 410.'), recorded.includes(SECRET)]).toEqual([true, false]);
});

it('tells nobody again when another worker replays the turn', async () => {
  const told: WaitingApproval[] = [];
  const heard = Promise.withResolvers<undefined>();
  const onApproval = (approval: WaitingApproval) => {
    told.push(approval);
    heard.resolve(undefined);
  };
  await using engine = await startEngine({ model: payOnce(), tools: [paying().pay], onApproval });
  const session = engine.session();
  await session.prompt('go');
  const id = await waiting(session);
  await heard.promise;
  await engine.worker.shutdown();
  const { address, store, keys } = engine;
  const shared = { connection: { address }, namespace: inject('namespace'), store, keys };
  const next = await createWorker({ ...shared, agents: [engine.agent], identity: 'test-worker', drain: 500 });
  onTestFinished(() => next.shutdown());
  await engine.client.approve(id);

  expect(await session.finish(1)).toMatchObject({ ended: 'answered' });
  expect(told.map((approval) => [approval.id, Object.isFrozen(approval.args)])).toEqual([[id, true]]);
});

it('tells nobody of an agent without the hook, and each waiting call of a batch by itself', async () => {
  const call = (amount: number) => ({ type: 'toolCall' as const, id: 'a', name: 'pay', arguments: { amount } });
  const told: unknown[] = [];
  const heard = Promise.withResolvers<undefined>();
  const onApproval = ({ index, args }: WaitingApproval) => {
    told.push([index, args]);
    if (told.length === 2) heard.resolve(undefined);
  };
  await using hooked = await startEngine({
    model: scripted([{ content: [call(1), call(2)] }, 'done']),
    tools: [paying().pay],
    onApproval,
  });
  const session = hooked.session();
  await session.prompt('go');
  await heard.promise;
  await session.abort();
  await using silent = await startEngine({ model: payOnce(), tools: [paying().pay] });
  const other = silent.session();
  await other.prompt('go');
  await approved(silent, other);

  expect(told.toSorted()).toEqual([
    [0, { amount: 1 }],
    [1, { amount: 2 }],
  ]);
  expect(activitySteps(await turnHistory(other.id)).filter((step) => step.includes('announce'))).toEqual([]);
});

/** All that the server keeps of the session's first turn, payloads decoded. */
async function recordedText(session: Session): Promise<string> {
  const events = await turnHistory(session.id);
  return JSON.stringify(events, (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString() : value,
  );
}
