/** The question at the terminal: every answer, and what is no answer. */
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { DecisionOutcome } from '../../../src/client/index.ts';
import type { AgentEvent } from '../../../src/core/events.ts';
import { ApprovalDesk } from '../../../src/cli/approval-desk.ts';
import { style } from '../../../src/cli/render/style.ts';

const place = { at: 0, run: 1, turn: 1, toolCallId: 'c' };

function request(index: number, toolName = 'pay'): AgentEvent {
  const call = { ...place, index, toolName, approvalId: `id-${String(index)}` };
  return { type: 'approval_requested', ...call, args: { amount: 5 }, argsHash: 'f00', expiresAt: 0 };
}

function decidedElsewhere(index: number): AgentEvent {
  const call = { ...place, index, toolName: 'pay', approvalId: `id-${String(index)}` };
  return { type: 'approval_decided', ...call, decision: { kind: 'denied', id: 'x', by: 'auditor' } };
}

/** A desk that is asked by hand: `shows` resolves when the text is on the screen, then the next line may be typed. */
function desk(outcome: DecisionOutcome = { kind: 'applied' }) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const decisions: unknown[] = [];
  const states: string[] = [];
  let seen = '';
  let look: () => void = () => undefined;
  output.on('data', (chunk: Buffer) => {
    seen += chunk.toString();
    look();
  });
  const decided = (how: string) => async (id: string, options: object) => {
    decisions.push([how, id, options]);
    look();
    return outcome;
  };
  const opened = new ApprovalDesk({
    input,
    output,
    style: style('off'),
    approve: decided('approve'),
    deny: decided('deny'),
    onInterrupt: () => undefined,
    onState: (state) => {
      states.push(state);
      look();
    },
  });
  const until = (isSo: () => boolean) =>
    new Promise<void>((resolve) => {
      look = () => (isSo() ? resolve() : undefined);
      look();
    });
  return {
    desk: opened,
    idle: () => until(() => states.join() === 'asking,idle'),
    decisions,
    type: (line: string) => input.write(`${line}\n`),
    end: () => input.end(),
    decidedOnce: (count = 1) => until(() => decisions.length >= count),
    shows: async (part: string) => {
      await until(() => seen.includes(part));
      seen = seen.slice(seen.indexOf(part) + part.length);
    },
  };
}

const ways = 'y = run it, n REASON = deny, e = edit, s = leave it waiting > ';
const question = `pay #1: ${ways}`;
const second = `pay #2: ${ways}`;

it('y runs the call, n with a reason refuses it, one question at a time', async () => {
  const { desk: asked, decisions, type, shows, decidedOnce, idle } = desk();
  asked.see(request(0));
  asked.see(request(1));
  await shows('? pay waits for approval\n  {\n    "amount": 5\n  }\n  turnkeeper approve id-0\n');
  await shows(question);
  type('y');
  await shows('turnkeeper approve id-1\n');
  await shows(second);
  type('n too risky');
  await decidedOnce(2);
  await idle();
  expect(decisions).toEqual([
    ['approve', 'id-0', {}],
    ['deny', 'id-1', { reason: 'too risky' }],
  ]);
});

it('what is no answer is asked for again, and decides nothing', async () => {
  const { desk: asked, decisions, type, shows, decidedOnce } = desk();
  asked.see(request(0));
  await shows(question);
  type('');
  await shows(question);
  type('yes please'.toUpperCase());
  await shows(question);
  type('n');
  await shows('Say why');
  await shows(question);
  expect(decisions).toEqual([]);
  type('yes');
  await decidedOnce();
  expect(decisions).toEqual([['approve', 'id-0', {}]]);
});

it('e shows what an edit changes before it runs, and refuses what is no JSON object', async () => {
  const { desk: asked, decisions, type, shows, decidedOnce } = desk();
  asked.see(request(0));
  await shows(question);
  type('e');
  await shows('arguments > ');
  type('[1]');
  await shows('they are no JSON object');
  await shows(question);
  type('e');
  await shows('arguments > ');
  type('{"amount":7}');
  await shows('-   "amount": 5\n+   "amount": 7\n');
  await shows('Run it with these? y/n > ');
  type('y');
  await decidedOnce();
  expect(decisions).toEqual([['approve', 'id-0', { args: { amount: 7 } }]]);
});

it('what is decided elsewhere is not asked about any more', async () => {
  const { desk: asked, decisions, type, shows, decidedOnce } = desk();
  asked.see(request(0));
  asked.see(request(1));
  asked.see(request(2));
  await shows(question);
  asked.see(decidedElsewhere(1));
  asked.see(decidedElsewhere(0));
  await shows(`pay #3: ${ways}`);
  type('y');
  await decidedOnce();
  expect(decisions).toEqual([['approve', 'id-2', {}]]);
});

it('who comes second is told who decided', async () => {
  const decision = { kind: 'denied', id: 'x', by: 'auditor', reason: 'no' } as const;
  const { desk: asked, type, shows } = desk({ kind: 'decided', decision });
  asked.see(request(0));
  await shows(question);
  type('y');
  await shows('Already denied by auditor: no\n');
});

it('the end of the input leaves the call waiting', async () => {
  const { desk: asked, decisions, end, shows } = desk();
  asked.see(request(0));
  await shows(question);
  end();
  await shows('\n');
  expect(decisions).toEqual([]);
});

it('a tool cannot write to the terminal through its name', async () => {
  const { desk: asked, shows } = desk();
  asked.see(request(0, 'pay\u001b[2J'));
  await shows(String.raw`pay\x1b[2J #1: y = run it`);
});
