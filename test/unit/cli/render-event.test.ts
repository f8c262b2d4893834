/** How a run looks on a terminal, event by event. */
import { expect, it } from 'vitest';
import type { AgentEvent } from '../../../src/core/events.ts';
import { noUsage } from '../../../src/core/failures.ts';
import type { AssistantMessage, Message } from '../../../src/core/messages.ts';
import type { Look } from '../../../src/cli/render/render-call.ts';
import { emptyView, renderEvent } from '../../../src/cli/render/render-event.ts';
import { summaryLines } from '../../../src/cli/render/render-summary.ts';
import { style } from '../../../src/cli/render/style.ts';

const plain: Look = { style: style('off'), width: 60, lines: 3, times: 'hidden', calls: 'streamed' };
const stamp = { at: 1_000, run: 1, turn: 1 };

function assistant(content: AssistantMessage['content']): Message {
  const made = { api: 'x', provider: 'x', model: 'x', usage: noUsage, stopReason: 'stop', timestamp: 0 } as const;
  return { role: 'assistant', content, ...made };
}

const said = (message: Message): AgentEvent => ({ type: 'message_end', message, ...stamp });
const block = (name: string) => ({ type: 'toolCall' as const, id: '', name, arguments: {} });
const call = (toolName: string, index = 0) => ({ ...stamp, index, toolCallId: 'c', toolName });

function ended(
  toolName: string,
  text: string,
  more: { kind?: string; durationMs?: number; index?: number } = {},
): AgentEvent {
  const details = more.kind === undefined ? {} : { details: { turnkeeper: { kind: more.kind } } };
  const isError = more.kind !== undefined;
  return {
    type: 'tool_execution_end',
    ...call(toolName, more.index),
    result: { content: [{ type: 'text', text }], isError, timestamp: 0, ...details },
    isError,
    ...(more.durationMs === undefined ? {} : { durationMs: more.durationMs }),
  };
}

function lines(events: readonly AgentEvent[], look: Look = plain): readonly string[] {
  let view = emptyView;
  return events.flatMap((event) => {
    const rendered = renderEvent(view, event, look);
    view = rendered.view;
    return rendered.lines;
  });
}

it('a run reads from the prompt over its calls to the answer', () => {
  const events: readonly AgentEvent[] = [
    { type: 'agent_start', ...stamp },
    { type: 'turn_start', ...stamp },
    said({ role: 'user', content: 'Is it there?', timestamp: 0 }),
    said(assistant([block('read_file')])),
    { type: 'tool_execution_start', ...call('read_file'), args: { path: 'config.json' } },
    {
      type: 'tool_execution_update',
      ...call('read_file'),
      partial: { attempt: 1, sequence: 1, content: [{ type: 'text', text: 'half' }] },
    },
    ended('read_file', '{\n  "apiBaseUrl": "x"\n}\n', { durationMs: 12 }),
    { type: 'turn_start', ...stamp, turn: 2 },
    said(assistant([{ type: 'text', text: 'Yes.\nIt is.' }])),
    { type: 'agent_end', ...stamp, turn: 2, ended: 'answered' },
  ];
  expect(lines(events)).toEqual([
    'turn 1',
    '> Is it there?',
    '→ read_file {"path":"config.json"}',
    '⋯ read_file  half',
    '✓ read_file 12 ms  { "apiBaseUrl": "x" }',
    '',
    'turn 2',
    'Yes.',
    'It is.',
  ]);
});

it('above a live display a call is told once, when it is over, with its arguments', () => {
  const settled: Look = { ...plain, calls: 'settled' };
  const events = (text: string, kind?: string): readonly AgentEvent[] => [
    { type: 'tool_execution_start', ...call('look'), args: { path: 'a.json' } },
    { type: 'tool_execution_update', ...call('look'), partial: { attempt: 1, sequence: 1, content: [] } },
    ended('look', text, { durationMs: 12, ...(kind === undefined ? {} : { kind }) }),
  ];
  expect(lines(events('{\n  "a": 1\n}'), settled)).toEqual(['✓ look 12 ms  {"path":"a.json"}', '    { "a": 1 }']);
  expect(lines(events('{\n  "a": 1\n}'), { ...settled, lines: 'all' }).slice(1)).toEqual([
    '    {',
    '      "a": 1',
    '    }',
  ]);
  expect(lines(events(''), settled)).toEqual(['✓ look 12 ms  {"path":"a.json"}']);
  expect(lines(events('No.', 'Blocked'), settled)).toEqual(['✗ look [Blocked] 12 ms  {"path":"a.json"}', '    No.']);
});

it('calls of one batch are told apart by number', () => {
  const events = [
    said(assistant([block('ping'), block('ping')])),
    { type: 'tool_execution_start', ...call('ping', 1), args: {} },
    ended('ping', 'pong', { index: 1 }),
  ] as const;
  expect(lines(events)).toEqual(['→ ping #2 {}', '✓ ping #2  pong']);
});

it('an error names its kind and what happened', () => {
  expect(lines([ended('write', 'Not on a Sunday.', { kind: 'Blocked' })])).toEqual([
    '✗ write [Blocked]  Not on a Sunday.',
  ]);
});

it('an update of a later attempt says so', () => {
  const partial = { attempt: 2, sequence: 3, content: [{ type: 'text' as const, text: 'again' }] };
  expect(lines([{ type: 'tool_execution_update', ...call('copy'), partial }])).toEqual(['⋯ copy (attempt 2)  again']);
});

it('a long result is folded to a few lines of bounded width', () => {
  const text = Array.from({ length: 40 }, (_, index) => `line ${index} ${'x'.repeat(100)}`).join('\n');
  const shown = lines([ended('search', text, { durationMs: 1_500 })]);
  expect([shown.length, Math.max(...shown.map((line) => line.length)) <= 60, shown.at(-1)]).toEqual([
    4,
    true,
    '    … 39 more lines',
  ]);
});

it('an image is named, not printed', () => {
  const result = {
    content: [{ type: 'image' as const, data: 'A'.repeat(4_000), mimeType: 'image/png' }],
    isError: false,
    timestamp: 0,
  };
  expect(lines([{ type: 'tool_execution_end', ...call('shot'), result, isError: false }])).toEqual([
    '✓ shot  [image/png, 3 kB]',
  ]);
});

it.each([
  ['answered', []],
  ['terminated', ['ended by its tools']],
  ['stopped', ["ended by the agent's stop hook"]],
  ['limit', ['✗ ended at a limit: The run has taken its 100 turns.']],
  ['error', ['✗ ended by an error: no key']],
  ['aborted', ['✗ aborted']],
] as const)('a run that is %s says so', (how, shown) => {
  const said = { error: 'no key', limit: 'The run has taken its 100 turns.' };
  const why = how in said ? { errorMessage: said[how as keyof typeof said] } : {};
  expect(lines([{ type: 'agent_end', ...stamp, ended: how, ...why }])).toEqual(shown);
});

it('nothing that a model or a tool says can clear the screen, overwrite a line or turn it round (B73)', () => {
  const evil = '\u001b[2J\u001b[1A\u001b[K\u001b]8;;https://x\u0007\u001b]52;c;eA==\u0007\r\u202e\u2066';
  const events: readonly AgentEvent[] = [
    said({ role: 'user', content: evil, timestamp: 0 }),
    said(assistant([{ type: 'text', text: evil }, block(evil)])),
    { type: 'tool_execution_start', ...call(evil), args: { [evil]: evil } },
    {
      type: 'tool_execution_update',
      ...call(evil),
      partial: { attempt: 1, sequence: 1, content: [{ type: 'text', text: evil }] },
    },
    ended(evil, evil, { kind: 'Failed' }),
    { type: 'agent_end', ...stamp, ended: 'error', errorMessage: evil },
  ];
  const shown = lines(events);
  expect(shown.length).toBeGreaterThanOrEqual(events.length);
  expect(shown.join('')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  expect(shown.join('')).toContain('\\x1b[2J');
});

it('a timeline has a time at every event and a date at every run', () => {
  const at = new Date(2026, 10, 30, 14, 30, 5, 7).getTime();
  const shown = lines(
    [
      { type: 'agent_start', ...stamp, at },
      { type: 'turn_start', ...stamp, at },
      { ...ended('look', 'a\nb'), at },
    ],
    { ...plain, times: 'shown' },
  );
  expect(shown).toEqual([
    'run 1  2026-11-30 14:30:05',
    '14:30:05.007  turn 1',
    '14:30:05.007  ✓ look  a',
    '                  b',
  ]);
});

it('the last lines tell the session, its size, its time and how to look again', () => {
  const view = { ...emptyView, turns: 2, calls: 1, firstAt: 1_000, lastAt: 2_400 };
  expect(summaryLines('s-1', view, style('off'))).toEqual([
    '',
    'session s-1 · 2 turns · 1 call · 1.4 s',
    'look again: npx turnkeeper show s-1',
  ]);
});

it('colours are an addition: without them the same lines remain', () => {
  const event = ended('look', 'fine', { durationMs: 3 });
  const [coloured = ''] = lines([event], { ...plain, style: style('on') });
  expect([coloured.includes('\u001b['), coloured.replace(/\u001b\[\d+m/g, '')]).toEqual([true, lines([event])[0]]);
});
