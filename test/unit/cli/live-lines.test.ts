/** What is under way, as lines: from events to what stands below the log. */
import { expect, it } from 'vitest';
import { addToLive } from '../../../src/cli/live/live-view.ts';
import type { LiveView } from '../../../src/cli/live/live-view.ts';
import { liveLines } from '../../../src/cli/live/live-lines.ts';
import { progressBar } from '../../../src/cli/live/progress-bar.ts';
import { columns } from '../../../src/cli/render/fold.ts';
import { style } from '../../../src/cli/render/style.ts';
import { noUsage } from '../../../src/core/failures.ts';
import type { AgentEvent } from '../../../src/core/events.ts';

const by = { api: 'a', provider: 'p', model: 'm', stopReason: 'toolUse', timestamp: 0, usage: noUsage } as const;
const place = { at: 1000, run: 1, turn: 1 };
const assistant = (calls: number): AgentEvent => ({
  type: 'message_end',
  ...place,
  message: {
    role: 'assistant',
    content: Array.from({ length: calls }, (_, index) => ({
      type: 'toolCall',
      id: String(index),
      name: 'copy',
      arguments: {},
    })),
    ...by,
  },
});
const call = (index: number) => ({ ...place, toolCallId: String(index), toolName: 'copy', index });
const begun = (index: number): AgentEvent => ({ type: 'tool_execution_start', ...call(index), args: { from: 'a' } });
const update = (index: number, text: string, more: { details?: unknown; attempt?: number } = {}): AgentEvent => ({
  type: 'tool_execution_update',
  ...call(index),
  partial: { content: [{ type: 'text', text }], details: {}, attempt: 1, sequence: 0, ...more },
});
const ended = (index: number): AgentEvent => ({
  type: 'tool_execution_end',
  ...call(index),
  isError: false,
  result: { content: [], details: {}, isError: false, timestamp: 0 },
  durationMs: 5,
});
const said = (text: string, offset: number, more: { attempt?: number; reset?: true } = {}): AgentEvent => ({
  type: 'message_update',
  ...place,
  update: { kind: 'text', text, offset, attempt: 1, sequence: 0, ...more },
});

function lines(events: readonly AgentEvent[], room: { width?: number; height?: number } = {}): readonly string[] {
  const view = events.reduce<LiveView>(addToLive, undefined);
  return liveLines(view, { width: 80, height: 24, now: 3500, style: style('off'), ...room });
}

const turn: AgentEvent = { type: 'turn_start', ...place };

it('nothing stands there between turns', () => {
  expect(lines([])).toEqual([]);
  expect(lines([turn, { type: 'agent_end', ...place, ended: 'answered' }])).toEqual([]);
});

it('a model request shows the end of what it says, and starts over when it is tried again', () => {
  expect(lines([turn])).toEqual(['⠴ model  2.5 s', 'turn 1 · 2.5 s']);
  const words = [said('Hello\n', 0), said('you', 6)];
  expect(lines([turn, ...words])[0]).toBe('⠴ model  2.5 s  Hello you');
  expect(lines([turn, ...words], { width: 25 })[0]).toBe('⠴ model  2.5 s  …llo you');
  expect(lines([turn, ...words, said('Hi', 0, { attempt: 2, reset: true })])[0]).toBe('⠴ model (attempt 2)  2.5 s  Hi');
});

it('a call shows its arguments, then the last line that it said, its attempt and its bar, and goes when it ends', () => {
  expect(lines([turn, assistant(1), begun(0)])).toEqual([
    '⠴ copy  2.5 s  {"from":"a"}',
    'turn 1 · 0 of 1 call done · 2.5 s',
  ]);
  expect(lines([turn, assistant(1), begun(0), update(0, 'first\nsecond\r\n')])[0]).toBe('⠴ copy  2.5 s  second');
  const counted = update(0, 'x', { attempt: 2, details: { done: 1, total: 4 } });
  expect(lines([turn, assistant(1), begun(0), counted])[0]).toBe('⠴ copy (attempt 2)  2.5 s  [██░░░░░░░░] 25 % 1/4  x');
  expect(lines([turn, assistant(2), begun(0), begun(1), ended(0)])).toEqual([
    '⠴ copy #2  2.5 s  {"from":"a"}',
    'turn 1 · 1 of 2 calls done · 2.5 s',
  ]);
});

it('a call that waits shows the command that answers it, if the whole of it fits', () => {
  const asked: AgentEvent = {
    type: 'approval_requested',
    ...call(0),
    at: 2000,
    approvalId: 's/0/turn-1/call-0',
    args: {},
    argsHash: 'f00',
    expiresAt: 0,
  };
  const events = [turn, assistant(1), begun(0), asked];
  expect(lines(events)).toEqual([
    '? copy waits 1.5 s  turnkeeper approve s/0/turn-1/call-0',
    'turn 1 · 0 of 1 call done · 1 waits for approval · 2.5 s',
  ]);
  expect(lines(events, { width: 40 })[0]).toBe('? copy waits 1.5 s');
  const decided: AgentEvent = {
    type: 'approval_decided',
    ...call(0),
    at: 3000,
    approvalId: 's/0/turn-1/call-0',
    decision: { kind: 'approved', id: 's/0/turn-1/call-0', by: 'me' },
  };
  expect(lines([...events, decided])[0]).toBe('⠴ copy  500 ms  {"from":"a"}');
});

it('whatever tools and model say, every line fits into its row, and all into the window', () => {
  const texts = [
    '漢'.repeat(300),
    '👩‍👩‍👧'.repeat(90),
    `e${'\u0301'.repeat(900)}`,
    '\u001b[2J\u0007\u202e'.repeat(50),
    'x'.repeat(5000),
  ];
  for (const width of [1, 19, 20, 21, 40, 81]) {
    for (const text of texts) {
      const events = [
        turn,
        said(text, 0),
        ...Array.from({ length: 9 }, (_, index) => begun(index)),
        update(0, text, { details: { done: 1e300, total: Number.MAX_VALUE, unit: text } }),
      ];
      for (const height of [1, 4, 5, 8]) expect(lines(events, { width, height }).length).toBeLessThan(height);
      const drawn = lines(events, { width });
      expect(drawn.length).toBe(width < 20 ? 0 : 11);
      for (const line of drawn) expect(columns(line)).toBeLessThan(width);
    }
  }
});

it.each([
  [{ done: 0, total: 3 }, '[░░░░░░░░░░] 0 % 0/3'],
  [{ done: 999, total: 1000, unit: 'rows' }, '[█████████░] 99 % 999/1,000 rows'],
  [{ done: 7, total: 5 }, '[██████████] 100 % 7/5'],
  [{ done: 0.25, total: 1, unit: 'G\nB' }, '[██░░░░░░░░] 25 % 0.3/1 G\\nB'],
  [{ done: 1, total: 0 }, undefined],
  [{ done: -1, total: 5 }, undefined],
  [{ done: Number.NaN, total: 5 }, undefined],
  [{ done: '1', total: 5 }, undefined],
  [{ done: 1 }, undefined],
  [null, undefined],
  ['half', undefined],
])('%j is the bar %j', (details, bar) => expect(progressBar(details)).toBe(bar));
