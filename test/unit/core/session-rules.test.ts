/** The rules of a session: queues, the order of turns, the ends of a run. */
import { describe, expect, it } from 'vitest';
import { noUsage } from '../../../src/core/failures.ts';
import { limits } from '../../../src/core/limits.ts';
import type { AgentPolicy } from '../../../src/core/manifest.ts';
import type { UserMessage } from '../../../src/core/messages.ts';
import { accept, refusal } from '../../../src/core/session-queues.ts';
import { emptySession, finishTurn, hasWork, openRun, startTurn } from '../../../src/core/session-rules.ts';
import type { QueueName, SessionState } from '../../../src/core/session.ts';
import type { TurnOutcome } from '../../../src/core/turn.ts';

const say = (text: string): UserMessage => ({ role: 'user', content: text, timestamp: 1 });

const policy: AgentPolicy = {
  toolExecution: 'parallel',
  hooks: [],
  steeringMode: 'one-at-a-time',
  followUpMode: 'one-at-a-time',
  turnsPerRun: 3,
  callsInFlight: 50,
  grace: 10,
  hookTimeout: 10,
  heartbeatTimeout: 1_000,
};

const outcome = (more: Partial<TurnOutcome> = {}): TurnOutcome => ({
  head: 'head',
  stopReason: 'stop',
  calls: 0,
  terminate: false,
  stop: false,
  usage: noUsage,
  policy,
  ...more,
});

const withCalls = { calls: 1, stopReason: 'toolUse' } as const;

function queued(state: SessionState, queue: QueueName, ...texts: readonly string[]): SessionState {
  return texts.reduce(
    (before, text) => accept(before, queue, { key: `${queue}-${text}`, message: say(text) }).state,
    state,
  );
}

const running = (state: SessionState = emptySession) => startTurn(openRun(queued(state, 'prompts', 'go')));

describe('queues', () => {
  it('answers a prompt with the number of the run that it will be', () => {
    const first = accept(emptySession, 'prompts', { key: 'a', message: say('one') });
    const second = accept(first.state, 'prompts', { key: 'b', message: say('two') });
    expect([first.answer, second.answer]).toEqual([
      { run: 1, ahead: 0 },
      { run: 2, ahead: 1 },
    ]);
  });

  it('accepts a key once and gives its answer again', () => {
    const once = accept(emptySession, 'prompts', { key: 'a', message: say('one') });
    const twice = accept(once.state, 'prompts', { key: 'a', message: say('one') });
    expect(twice).toEqual(once);
  });

  it.each([
    ['prompts', limits.queuedPrompts],
    ['steers', limits.queuedSteers],
    ['followUps', limits.queuedFollowUps],
  ] as const)('refuses a message when %s are full, but not one that it has already taken', (queue, limit) => {
    const full = queued(emptySession, queue, ...Array.from({ length: limit }, (_, index) => String(index)));
    expect(refusal(full, queue, { key: 'new', message: say('x') })).toContain('The queue is full');
    expect(refusal(full, queue, { key: `${queue}-0`, message: say('0') })).toBeUndefined();
  });

  it('refuses a key that is no text of 1 to 200 characters', () => {
    const message = say('x');
    expect(refusal(emptySession, 'prompts', { key: '', message })).toContain('idempotency key');
    expect(refusal(emptySession, 'prompts', { key: 'k'.repeat(201), message })).toContain('idempotency key');
    expect(refusal(emptySession, 'prompts', { key: 'k'.repeat(200), message })).toBeUndefined();
  });

  it.each([undefined, null, 5, {}, [], { role: 'user' }, { role: 'assistant', content: 'x', timestamp: 1 }])(
    'refuses %j, which is no user message',
    (message) => {
      expect(refusal(emptySession, 'prompts', { key: 'k', message: message as never })).toContain('user message');
    },
  );

  it('refuses every message once the session is closing', () => {
    const closing = { ...emptySession, closing: true } as const;
    for (const queue of ['prompts', 'steers', 'followUps'] as const) {
      expect(refusal(closing, queue, { key: 'k', message: say('x') })).toContain('closing');
    }
  });

  it('takes a large message, but not more of them than continue-as-new can carry', () => {
    const large = say('x'.repeat(900_000));
    const one = accept(emptySession, 'steers', { key: '1', message: large }).state;
    expect(refusal(one, 'steers', { key: '2', message: large })).toContain('bytes wait already');
    expect(refusal(one, 'prompts', { key: '3', message: say('small') })).toBeUndefined();
  });

  it('gives a turn only as much as fits into one workflow task', () => {
    const large = say('x'.repeat(1_200_000));
    const state = { ...running(), steers: [large, large, say('small')].map((message) => ({ key: 'k', message })) };
    const finished = finishTurn(state, outcome({ ...withCalls, policy: { ...policy, steeringMode: 'all' } }));
    expect(finished.state.active?.inject).toEqual([large]);
    expect(finished.state.steers.map(({ message }) => message)).toEqual([large, say('small')]);
  });
});

describe('runs', () => {
  it('waits until there is a prompt; steering and follow-ups alone start nothing', () => {
    expect(hasWork(queued(queued(emptySession, 'steers', 's'), 'followUps', 'f'))).toBe(false);
    expect(hasWork(queued(emptySession, 'prompts', 'p'))).toBe(true);
  });

  it('begins a run with the prompt, then waiting steering', () => {
    const state = openRun(queued(queued(emptySession, 'steers', 's'), 'prompts', 'go'));
    expect(state.active).toEqual({ run: 1, turns: 0, inject: [say('go'), say('s')] });
  });

  it('goes on after a turn with calls and ends after one without', () => {
    const goesOn = finishTurn(running(), outcome(withCalls));
    const ends = finishTurn(goesOn.state, outcome());
    expect(goesOn.state.active).toEqual({ run: 1, turns: 1, inject: [] });
    expect([goesOn.ended, ends.ended, ends.state.active]).toEqual([undefined, 'answered', undefined]);
  });

  it('delivers steering after the running batch, one at a time', () => {
    const steered = finishTurn(queued(running(), 'steers', 'a', 'b'), outcome(withCalls));
    expect(steered.state.active?.inject).toEqual([say('a')]);
    expect(steered.state.steers).toEqual([{ key: 'steers-b', message: say('b') }]);
  });

  it('delivers all waiting steering at once if the agent wants it so', () => {
    const eager = outcome({ ...withCalls, policy: { ...policy, steeringMode: 'all' } });
    expect(finishTurn(queued(running(), 'steers', 'a', 'b'), eager).state.active?.inject).toEqual([say('a'), say('b')]);
  });

  it('looks at follow-ups only when the agent would stop', () => {
    const waiting = queued(running(), 'followUps', 'f');
    expect(finishTurn(waiting, outcome(withCalls)).state.followUps).toMatchObject([{ message: say('f') }]);
    expect(finishTurn(waiting, outcome()).state.active?.inject).toEqual([say('f')]);
  });

  it.each([
    ['error', { stopReason: 'error' }],
    ['aborted', { stopReason: 'aborted' }],
    ['stopped', { ...withCalls, stop: true }],
    ['terminated', { ...withCalls, terminate: true }],
  ] as const)('ends as %s and leaves queued messages where they are', (ended, how) => {
    const state = queued(queued(running(), 'prompts', 'next'), ended === 'terminated' ? 'prompts' : 'steers', 'later');
    const finished = finishTurn(state, outcome(how));
    expect(finished.ended).toBe(ended);
    expect(finished.state.prompts.length + finished.state.steers.length).toBe(2);
  });

  it('ends at the limit of turns although the model wants to go on', () => {
    let step = finishTurn(running(), outcome(withCalls));
    step = finishTurn(step.state, outcome(withCalls));
    step = finishTurn(step.state, outcome(withCalls));
    expect([step.ended, step.why]).toEqual(['limit', 'The run has taken its 3 turns.']);
  });
});
