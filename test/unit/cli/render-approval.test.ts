/** Decisions in sentences: who is told what, and how a list of waiting calls looks. */
import { expect, it } from 'vitest';
import type { DecisionOutcome, PendingApproval } from '../../../src/client/index.ts';
import { approvalLines, decisionSentence, pendingLine } from '../../../src/cli/render/render-approval.ts';
import { style } from '../../../src/cli/render/style.ts';

const said = { id: 'x', by: 'auditor' };
const sent = { approve: 'yes', edited: 'no', why: 'later.' } as const;
const already = (decision: Extract<DecisionOutcome, { kind: 'decided' }>['decision']): DecisionOutcome => ({
  kind: 'decided',
  decision,
});

it.each([
  ['Approved; the call runs.', { kind: 'applied' }],
  ['Recorded; later.', { kind: 'recorded' }],
  ['Already approved by auditor', already({ kind: 'approved', ...said })],
  [
    'Already approved by auditor with edited arguments: ok',
    already({ kind: 'approved', ...said, reason: 'ok', args: {} }),
  ],
  [String.raw`Already denied by auditor: no\x1b[2J`, already({ kind: 'denied', ...said, reason: 'no\u001b[2J' })],
  ['Already expired: nobody decided in time, and the call was not executed.', already({ kind: 'expired' })],
  ['Already withdrawn: the run was aborted or the call was cancelled.', already({ kind: 'withdrawn' })],
] satisfies readonly (readonly [string, DecisionOutcome])[])('the decider is told: %s', (sentence, outcome) => {
  expect(decisionSentence(outcome, sent)).toBe(sentence);
});

it('a denial and an edit are told as such', () => {
  expect([
    decisionSentence({ kind: 'applied' }, { ...sent, approve: 'no' }),
    decisionSentence({ kind: 'applied' }, { ...sent, edited: 'yes' }),
    decisionSentence({ kind: 'unfit', result: 'InvalidArguments' }, { ...sent, edited: 'yes' }),
  ]).toEqual([
    'Denied; the model reads the reason.',
    'Approved; the call runs with the edited arguments.',
    'Approved, but the call does not run: its result is InvalidArguments; turnkeeper show says why.',
  ]);
});

it('a waiting call is listed with everything that a decision needs', () => {
  const at = new Date(2026, 11, 1, 14, 30, 5).getTime();
  const approval: PendingApproval = {
    id: 's/0123456789/turn-1/call-0',
    session: 's',
    tool: 'pay',
    args: { amount: 5 },
    argsHash: 'f00',
    reason: 'a large\namount',
    since: at,
    expiresAt: at + 86_400_000,
  };
  const now = at + 60_000;
  expect(approvalLines(approval, style('off'), now)).toEqual([
    '? pay  session s',
    '  {',
    '    "amount": 5',
    '  }',
    String.raw`  reason: a large\namount`,
    '  waiting since 2026-12-01 14:30:05, expires in 23 h 59 min',
    '  turnkeeper approve s/0123456789/turn-1/call-0',
    '  turnkeeper deny s/0123456789/turn-1/call-0 --reason TEXT',
  ]);
  expect(pendingLine(approval, style('off'), now)).toBe(
    '? pay waits for approval, expires in 23 h 59 min: turnkeeper approve s/0123456789/turn-1/call-0',
  );
});
