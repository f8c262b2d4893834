/** How a list of sessions looks: a table where it fits, short blocks where it does not. */
import { expect, it } from 'vitest';
import { columns } from '../../../src/cli/render/fold.ts';
import { sessionLines } from '../../../src/cli/render/render-sessions.ts';
import { style } from '../../../src/cli/render/style.ts';
import { isFailed } from '../../../src/client/listed-states.ts';
import type { SessionOverview } from '../../../src/client/index.ts';

const now = 10_000_000;
const look = { style: style('off'), width: 100, now };
const base: SessionOverview = {
  id: 'deploy-42',
  state: 'idle',
  agent: 'ops',
  startedAt: now - 7_200_000,
  activeAt: now - 5_000,
  turns: 3,
};
const approval = (index: number) => ({
  id: `deploy-42/0123456789/turn-3/call-${index}`,
  tool: 'pay',
  since: now - 5_000,
  expiresAt: now + 60_000,
});

it('a wide terminal gets a table with one row for each session', () => {
  const sessions: readonly SessionOverview[] = [
    { ...base, state: 'running', noWorker: true },
    {
      ...base,
      id: 'report',
      agent: 'writer',
      state: 'retrying',
      turns: 12,
      retrying: [{ step: 'callModel', attempt: 2, failure: 'overloaded' }],
    },
    { ...base, id: 'old', state: 'timedOut', lastRun: { run: 1, turn: 1, ended: 'answered' } },
    { ...base, id: 'bad', lastRun: { run: 2, turn: 3, ended: 'error', errorMessage: 'no such host' } },
  ];
  expect(sessionLines(sessions, look)).toEqual([
    'SESSION    STATE      AGENT   AGE  TURNS  ACTIVE',
    'deploy-42  running    ops     2 h  3      5.0 s ago  no worker',
    'report     retrying   writer  2 h  12     5.0 s ago  callModel, attempt 2: overloaded',
    'old        timed out  ops     2 h  3      5.0 s ago',
    'bad        idle       ops     2 h  3      5.0 s ago  run 2 ended: error: no such host',
  ]);
});

it('calls that wait are named with the command that lets them run; of many the rest is counted (B57)', () => {
  const waiting = Array.from({ length: 5 }, (_, index) => approval(index));
  expect(sessionLines([{ ...base, state: 'waiting', waiting }], look).slice(2)).toEqual([
    ...[0, 1, 2].flatMap((index) => [
      '  ? pay waits for approval, expires in 1 min',
      `    turnkeeper approve deploy-42/0123456789/turn-3/call-${index}`,
    ]),
    '    … 2 more: turnkeeper approvals --session deploy-42',
  ]);
});

it('a narrow terminal gets a block for each session, and no line but ids is wider than it', () => {
  const sessions: readonly SessionOverview[] = [
    { ...base, state: 'stuck', failing: 7, agent: '漢字のエージェント'.repeat(5), noWorker: true },
    { ...base, id: 'x'.repeat(128), state: 'waiting', waiting: [{ ...approval(0), tool: '支払い'.repeat(40) }] },
  ];
  const lines = sessionLines(sessions, { ...look, width: 40 });
  expect(lines.filter((line) => columns(line) > 40)).toEqual([
    'x'.repeat(128),
    `    turnkeeper approve ${approval(0).id}`,
  ]);
  expect(lines.slice(0, 4)).toEqual([
    'deploy-42',
    '  stuck · active 5.0 s ago',
    '  agent 漢字のエージェント漢字のエージ…',
    '  no worker; its workflow fails again a…',
  ]);
});

it('what a model or a server says cannot reach the terminal, in any column (B73)', () => {
  const hostile = '\u001b[2J\u202e\nx';
  const session: SessionOverview = {
    ...base,
    agent: hostile,
    state: 'waiting',
    waiting: [{ ...approval(0), tool: hostile }],
    retrying: [{ step: hostile, attempt: 2, failure: hostile }],
  };
  for (const width of [40, 100, 200]) {
    expect(sessionLines([session], { ...look, width }).join('')).not.toMatch(/[\u0000-\u001f\u202e]/);
  }
});

it.each<[boolean, Partial<SessionOverview>]>([
  [true, { state: 'stuck' }],
  [true, { state: 'failed' }],
  [true, { state: 'terminated' }],
  [true, { state: 'timedOut' }],
  [true, { state: 'cancelled' }],
  [true, { lastRun: { run: 1, turn: 1, ended: 'error' } }],
  [true, { state: 'closed', lastRun: { run: 1, turn: 1, ended: 'limit' } }],
  [false, { state: 'running', lastRun: { run: 1, turn: 1, ended: 'error' } }],
  [false, { lastRun: { run: 1, turn: 1, ended: 'aborted' } }],
  [false, { state: 'expired', lastRun: { run: 1, turn: 1, ended: 'answered' } }],
  [false, { state: 'retrying' }],
])('whether a session has failed: %s for %j', (failed, more) => {
  expect(isFailed({ ...base, ...more })).toBe(failed);
});
