/** A session's record as a timeline: every turn with its start, its duration and what it used. */
import { expect, it } from 'vitest';
import { addToTimeline, emptyTimeline } from '../../../src/cli/render/render-timeline.ts';
import { timelineEnd } from '../../../src/cli/render/render-summary.ts';
import { style } from '../../../src/cli/render/style.ts';
import type { AgentEvent } from '../../../src/core/events.ts';
import { noUsage } from '../../../src/core/failures.ts';
import type { AssistantMessage } from '../../../src/core/messages.ts';

const began = new Date(2026, 11, 1, 14, 30, 5).getTime();
const look = { style: style('off'), width: 80, lines: 3, times: 'shown', calls: 'streamed' } as const;
const stamp = (seconds: number, turn = 1) => ({ at: began + seconds * 1_000, run: 1, turn });
const call = { index: 0, toolCallId: 'c', toolName: 'copy' };

function answer(tokens: number, cost = 0): AssistantMessage {
  const usage = { ...noUsage, input: tokens, output: 5, cost: { ...noUsage.cost, total: cost } };
  return {
    role: 'assistant',
    content: [],
    api: 'x',
    provider: 'x',
    model: 'x',
    usage,
    stopReason: 'stop',
    timestamp: 0,
  };
}

function shown(events: readonly AgentEvent[]) {
  let timeline = emptyTimeline;
  const lines = events.flatMap((event) => {
    const added = addToTimeline(timeline, event, look);
    timeline = added.timeline;
    return added.lines;
  });
  return { lines, end: timelineEnd(timeline, { style: look.style, now: began + 3_600_000 }) };
}

const failed = (kind: string, seconds: number): AgentEvent => ({
  type: 'tool_execution_end',
  ...stamp(seconds),
  ...call,
  isError: true,
  result: { content: [], details: { turnkeeper: { kind } }, isError: true, timestamp: 0 },
});

it('below every turn stands when it began, how long it took, and what it used', () => {
  const { lines, end } = shown([
    { type: 'agent_start', ...stamp(0) },
    { type: 'turn_start', ...stamp(0) },
    { type: 'turn_end', ...stamp(1.5), message: answer(1_200, 0.0123), toolResults: [] },
    { type: 'turn_start', ...stamp(2, 2) },
    { type: 'turn_end', ...stamp(65, 2), message: answer(34, 0.2), toolResults: [] },
    { type: 'agent_end', ...stamp(65, 2), ended: 'answered' },
  ]);
  expect([...lines, ...end]).toEqual([
    'run 1  2026-12-01 14:30:05',
    '14:30:05.000  turn 1',
    '14:30:06.500  turn 1 began 2026-12-01 14:30:05 · took 1.5 s · 1,200 tokens in, 5 out · $0.0123',
    '',
    '14:30:07.000  turn 2',
    '14:31:10.000  turn 2 began 2026-12-01 14:30:07 · took 1 min 3 s · 34 tokens in, 5 out · $0.20',
    '',
    '2 turns · 0 calls · 1,234 tokens in, 10 out · $0.21',
  ]);
});

it('a turn that has not ended says for how long', () => {
  const { end } = shown([
    { type: 'agent_start', ...stamp(0) },
    { type: 'turn_start', ...stamp(0) },
  ]);
  expect(end).toEqual([
    '',
    '1 turn · 0 calls · turn 1 has taken 1 h so far · a run is under way; it goes on while a worker hosts its agent',
  ]);
});

it('a call whose worker was lost has a duration too: since it could begin, or was approved', () => {
  const start: AgentEvent = { type: 'tool_execution_start', ...stamp(1), ...call, args: {} };
  const decided: AgentEvent = {
    type: 'approval_decided',
    ...stamp(100),
    ...call,
    approvalId: 'i',
    decision: { kind: 'approved', id: 'd', by: 'operator' },
  };
  const last = (events: readonly AgentEvent[]) => shown(events).lines.at(-1)?.slice(14);
  expect(last([start, failed('OutcomeUnknown', 31)])).toBe('✗ copy [OutcomeUnknown] 30.0 s');
  expect(last([start, decided, failed('TimedOut', 110)])).toBe('✗ copy [TimedOut] 10.0 s');
  expect(last([start, failed('Blocked', 1)])).toBe('✗ copy [Blocked]');
});
