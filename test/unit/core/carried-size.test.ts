/** What a session carries through continue-as-new is one payload, and the engine ends a workflow whose payload is too large. */
import { expect, it } from 'vitest';
import { limits } from '../../../src/core/limits.ts';
import type { UserMessage } from '../../../src/core/messages.ts';
import { jsonBytes } from '../../../src/core/plain-json.ts';
import { accept, refusal } from '../../../src/core/session-queues.ts';
import { abortRun, emptySession } from '../../../src/core/session-rules.ts';
import type { QueueName, SessionState } from '../../../src/core/session.ts';

const ENGINE = 2 * 1024 * 1024;
const text = (size: number): UserMessage => ({ role: 'user', content: 'x'.repeat(size), timestamp: 1 });
const key = (number: number): string => String(number).padEnd(Math.floor(limits.keyBytes / 3), '語');

function sent(state: SessionState, queue: QueueName, input: { key: string; message: UserMessage }): SessionState {
  expect(refusal(state, queue, input)).toBeUndefined();
  return accept(state, queue, input).state;
}

/** As many keys as are remembered, each as long as may be; queues as full of messages, and runs ended before they began. */
function crowded(): SessionState {
  let state = emptySession;
  for (let number = 0; number < limits.rememberedKeys; number++) {
    const full = sent(state, 'followUps', { key: key(number), message: text(1) });
    state = { ...full, followUps: [] };
  }
  return state;
}

it('a largest message fits beside every key that a session remembers', () => {
  const state = sent(crowded(), 'steers', { key: key(1_000), message: text(limits.messageBytes - 100) });
  expect(jsonBytes({ agent: 'a'.repeat(64), model: 'm'.repeat(200), carried: state })).toBeLessThan(ENGINE);
});

it('full queues fit, with every queued run ended before it began, however often that was said', () => {
  let state = crowded();
  const size = Math.floor(limits.queuedBytes / limits.queuedPrompts) - 200;
  for (let run = 1; run <= limits.queuedPrompts; run++) {
    state = sent(state, 'prompts', { key: key(2_000 + run), message: text(size) });
    state = abortRun(abortRun(state, { run }), { run });
  }
  expect(state.doomed).toHaveLength(limits.queuedPrompts);
  expect(jsonBytes({ carried: state })).toBeLessThan(ENGINE);
});

it('a message above the limit, and a key above it or of half a character, are refused', () => {
  const large = text(limits.messageBytes);
  expect(refusal(emptySession, 'prompts', { key: 'k', message: large })).toMatch(/^The message is too large: /);
  for (const unfit of ['', 'x'.repeat(limits.keyBytes + 1), '語'.repeat(67), 'half \ud83d']) {
    expect(refusal(emptySession, 'prompts', { key: unfit, message: text(1) })).toMatch(/^The idempotency key must be/);
  }
});
