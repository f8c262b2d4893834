/**
 * What may happen to a session, as fast-check's commands: each knows when it makes sense, steps the model, does the same
 * to the real session, and waits until both rest. And the random choices of them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { expect } from 'vitest';
import { ClientError } from '../../../../src/client/index.ts';
import { turnSignals } from '../../../../src/core/session-messages.ts';
import type { PlayedSession } from './played-session.ts';
import type { ReferenceCall, ReferenceSession, Reply } from './reference-session.ts';
import { toolNames } from './reference-session.ts';

export type Command = fc.AsyncCommand<ReferenceSession, PlayedSession>;

/** Messages of one queue that may wait at once. */
const WAITING = 3;

interface Told {
  readonly title: string;
  readonly check: (model: Readonly<ReferenceSession>) => boolean;
  readonly act: (model: ReferenceSession, real: PlayedSession) => Promise<void>;
}

function command({ title, check, act }: Told): Command {
  return {
    check,
    toString: () => title,
    async run(model, real) {
      real.log.push(`${title} (run ${model.run}, turn ${model.turn}, ${model.active?.phase ?? 'idle'})`);
      await act(model, real);
      await real.rest(model);
    },
  };
}

const nameOf = (real: PlayedSession, kind: string): string => `${kind}-${real.log.length}`;

const prompt = command({
  title: 'prompt',
  check: ({ prompts }) => prompts.length < WAITING,
  async act(model, real) {
    const name = nameOf(real, 'prompt');
    const expected = model.prompt(name);
    expect(await real.say('prompt', name)).toEqual(expected);
  },
});

const steer = command({
  title: 'steer',
  check: ({ steers }) => steers.length < WAITING,
  async act(model, real) {
    const name = nameOf(real, 'steer');
    model.steers.push(name);
    await real.say('steer', name);
  },
});

const followUp = command({
  title: 'followUp',
  check: ({ followUps }) => followUps.length < WAITING,
  async act(model, real) {
    const name = nameOf(real, 'followUp');
    model.followUps.push(name);
    await real.say('followUp', name);
  },
});

const interrupt = command({
  title: 'interrupt',
  check: ({ active }) => active !== undefined,
  async act(model, real) {
    const { active, turn } = model;
    const name = nameOf(real, 'interrupt');
    model.interrupt(name);
    await real.say('steer', name, { interrupt: true });
    // Nothing shows it yet, and what comes next must come after it.
    if (active?.phase === 'asking') await interruptRecorded(real, turn, name);
  },
});

/** Looks into the turn's own history, where the session's signal to it stands. */
async function interruptRecorded(real: PlayedSession, turn: number, name: string): Promise<void> {
  const wanted = real.log.filter((line) => line.startsWith('interrupt') && line.includes(`turn ${turn},`)).length;
  const child = await childOf(real, turn);
  for (let looks = 0; looks < 500; looks++) {
    const { events } = await real.engine.workflow.getHandle(child).fetchHistory();
    const signals = events?.filter(
      ({ workflowExecutionSignaledEventAttributes: signal }) => signal?.signalName === turnSignals.interrupt,
    );
    if ((signals?.length ?? 0) >= wanted) return;
  }
  throw new Error(`${name} never reached turn ${turn}`);
}

async function childOf(real: PlayedSession, turn: number): Promise<string> {
  const { raw } = await real.engine.workflow.getHandle(real.session.id).describe();
  const child = raw.pendingChildren?.find(({ workflowId }) => workflowId?.endsWith(`/turn-${turn}`))?.workflowId;
  if (!child) throw new Error(`turn ${turn} is not running`);
  return child;
}

const abort = command({
  title: 'abort',
  check: ({ active }) => active !== undefined,
  async act(model, real) {
    const { run } = model;
    model.abort(run);
    expect(await real.session.abort({ run, deadline: 60_000 })).toEqual({ kind: 'ended', run, ended: 'aborted' });
  },
});

const abortQueued = command({
  title: 'abort a queued run',
  check: ({ prompts }) => prompts.length > 0,
  async act(model, real) {
    const run = model.run + model.prompts.length;
    model.abort(run);
    await real.session.abort({ run, deadline: 0 });
  },
});

const cancelCall = (choice: number): Command =>
  command({
    title: `cancelCall ${choice}`,
    // Before there are calls it is seldom of interest.
    check: ({ active }) => active !== undefined && (active.phase === 'batch' || choice % 2 === 0),
    async act(model, real) {
      const index = choice % (model.active?.calls.length || 3);
      const { turn } = model;
      model.cancelCall(index);
      await real.session.cancelCall({ turn, index }, { deadline: 0 });
    },
  });

const answer = (reply: Reply): Command =>
  command({
    title: `answer ${'calls' in reply ? `${reply.kind} ${reply.calls.map(({ tool }) => tool).join('+')}` : reply.kind}`,
    check: ({ active }) => active?.phase === 'asking',
    async act(model, real) {
      model.answer(reply);
      real.answer(reply);
    },
  });

/** Approves a call around the moment at which it expires; what came of it is what the decider is told. */
const approveAtExpiry = (offset: number): Command =>
  command({
    title: `approve ${offset} ms from expiry`,
    check: ({ active }) => active?.phase === 'asking' && active.interrupted === 'no' && active.cancelled.size === 0,
    async act(model, real) {
      const { turn } = model;
      const brief: Reply = { kind: 'calls', calls: [{ id: 'late', tool: 'brief' }] };
      real.answer(brief);
      await real.until(() => (real.approval(turn, 0) === undefined ? `call ${turn}.0 does not wait` : undefined));
      const { approvalId = '', expiresAt = 0 } = real.approval(turn, 0) ?? {};
      await delay(expiresAt + offset - Date.now());
      const outcome = await real.client.approve(approvalId, { deadline: 60_000 }).catch((error: unknown) => {
        if (error instanceof ClientError && error.code === 'UnknownSession') return { kind: 'too late' };
        throw error;
      });
      real.log.push(outcome.kind);
      model.answer(brief, outcome.kind === 'applied' ? 'approved' : 'expires');
    },
  });

function chosen(
  model: Readonly<ReferenceSession>,
  state: ReferenceCall['state'],
  choice: number,
): ReferenceCall | undefined {
  const calls = model.active?.calls.filter((call) => call.state === state) ?? [];
  return calls[choice % (calls.length || 1)];
}

const settle = (choice: number, outcome: 'ok' | 'error'): Command =>
  command({
    title: `settle ${choice} ${outcome}`,
    check: (model) => chosen(model, 'running', choice) !== undefined,
    async act(model, real) {
      const { index } = chosen(model, 'running', choice) ?? { index: 0 };
      const { turn } = model;
      model.settle(index, outcome);
      real.settle(turn, index, outcome);
    },
  });

const decide = (choice: number, how: 'approve' | 'edit' | 'deny'): Command =>
  command({
    title: `${how} ${choice}`,
    check: (model) => chosen(model, 'waiting', choice) !== undefined,
    async act(model, real) {
      const { index } = chosen(model, 'waiting', choice) ?? { index: 0 };
      const { turn } = model;
      const id = real.approvalId(turn, index) ?? '';
      const args = { n: 1000 + choice };
      if (how === 'edit') real.edits.set(`${turn}.${index}`, args);
      model.decide(index, how === 'deny' ? 'denied' : 'approved');
      const outcome =
        how === 'deny'
          ? await real.client.deny(id, { reason: 'no', deadline: 60_000 })
          : await real.client.approve(id, { deadline: 60_000, ...(how === 'edit' ? { args } : {}) });
      expect(outcome).toEqual({ kind: 'applied' });
    },
  });

const choice = fc.nat(11);

const call = fc.record({
  id: fc.constantFrom('a', 'b', 'dup', 'dup', ''),
  tool: fc.constantFrom(...toolNames, 'work', 'pay', 'again', 'work'),
});
const calls = fc.array(call, { minLength: 1, maxLength: 4 });
const reply: fc.Arbitrary<Reply> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('calls' as const), calls }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut' as const), calls }) },
  { weight: 2, arbitrary: fc.constant<Reply>({ kind: 'text' }) },
  { weight: 1, arbitrary: fc.constant<Reply>({ kind: 'failure' }) },
);
const ok = fc.constantFrom('ok' as const, 'ok' as const, 'error' as const);
const decision = fc.constantFrom('approve' as const, 'edit' as const, 'deny' as const);
const answers = reply.map(answer);
const settles = fc.tuple(choice, ok).map((chose) => settle(...chose));
const decides = fc.tuple(choice, decision).map((chose) => decide(...chose));

/** Those that move a session on are many: the others are possible nearly always. */
const anyCommand: readonly fc.Arbitrary<Command>[] = [
  fc.constant(prompt),
  fc.constantFrom(steer, followUp),
  fc.constantFrom(interrupt, abortQueued),
  fc.constantFrom(abort, abortQueued, followUp),
  fc.integer({ min: -80, max: 20 }).map(approveAtExpiry),
  choice.map(cancelCall),
  ...[answers, answers, answers, answers],
  ...[settles, settles, settles],
  ...[decides, decides, decides],
];

/** A few things that happen one after the other, between states of rest; a run is begun first. */
export const commands = (maxCommands: number): fc.Arbitrary<Iterable<Command>> =>
  fc.commands([...anyCommand], { maxCommands, size: 'max' });

export const opening: Command = prompt;
