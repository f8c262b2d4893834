/** A transcript as text and as a page: whole, readable, and nothing that was said leaves its place. */
import { describe, expect, it } from 'vitest';
import { codeSpan, fenced, quoted } from '../../../src/cli/render/markdown.ts';
import { style } from '../../../src/cli/render/style.ts';
import { messageMarkdown, pageHead } from '../../../src/cli/render/transcript-markdown.ts';
import { messageText } from '../../../src/cli/render/transcript-text.ts';
import { noUsage } from '../../../src/core/failures.ts';
import type { AssistantMessage, Message, ToolResultMessage } from '../../../src/core/messages.ts';

const at = Date.UTC(2026, 11, 1, 14, 30, 5);
const usage = { ...noUsage, input: 1_200, cacheRead: 34, output: 56, cost: { ...noUsage.cost, total: 0.0123 } };

function assistant(content: AssistantMessage['content'], more: Partial<AssistantMessage> = {}): AssistantMessage {
  return {
    role: 'assistant',
    content,
    api: 'x',
    provider: 'x',
    model: 'scripted',
    usage: noUsage,
    stopReason: 'stop',
    timestamp: at,
    ...more,
  };
}

function result(content: ToolResultMessage['content'], more: Partial<ToolResultMessage> = {}): ToolResultMessage {
  return {
    role: 'toolResult',
    toolCallId: 'a',
    toolName: 'read_file',
    content,
    isError: false,
    timestamp: at,
    ...more,
  };
}

const blocked = { isError: true, details: { turnkeeper: { kind: 'Blocked' } } };
const talk: readonly Message[] = [
  { role: 'user', content: 'Is it there?\n\nTell me.', timestamp: at },
  assistant(
    [
      { type: 'thinking', thinking: 'Hm.' },
      { type: 'text', text: 'Let me see.' },
      { type: 'toolCall', id: 'a', name: 'read_file', arguments: { path: 'config.json' } },
    ],
    { usage, stopReason: 'toolUse' },
  ),
  result([
    { type: 'text', text: '{"a":1}' },
    { type: 'image', mimeType: 'image/png', data: 'A'.repeat(4_000) },
  ]),
  result([{ type: 'text', text: 'Not on a Sunday.' }], blocked),
  assistant([], { stopReason: 'error', errorMessage: 'overloaded' }),
];

it('as text it reads from the prompt to the end, nothing left out', () => {
  const lines = talk.flatMap((message) => messageText(message, style('off')));
  expect(lines.map((line) => line.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, 'TIME'))).toEqual([
    ...['user · TIME', '  Is it there?', '', '  Tell me.', ''],
    'assistant · TIME · scripted · 1,234 tokens in, 56 out · $0.0123',
    ...['  Hm.', '  Let me see.', '  → read_file {"path":"config.json"}', ''],
    ...['✓ read_file · TIME', '  {"a":1}', '  [image/png, 3 kB]', ''],
    ...['✗ read_file [Blocked] · TIME', '  Not on a Sunday.', ''],
    ...['assistant · TIME · scripted', '  ✗ ended by an error: overloaded', ''],
  ]);
});

it('as Markdown it is a page: roles as headings, calls and results in fences, images as notes', () => {
  const record = {
    id: 'deploy-42',
    agent: 'ops',
    status: 'RUNNING',
    startedAt: new Date(at),
    head: null,
    historyEvents: 1,
  };
  const lines = [...pageHead(record, talk.length), ...talk.flatMap((message) => messageMarkdown(message))];
  expect(lines.join('\n')).toBe(`# Session \`deploy-42\`

- agent: \`ops\`
- started: 2026-12-01T14:30:05.000Z
- state: running
- messages: 5

## User

2026-12-01T14:30:05.000Z

> Is it there?
>
> Tell me.

## Assistant

2026-12-01T14:30:05.000Z · \`scripted\` · 1,234 tokens in, 56 out · $0.0123

### Reasoning

> Hm.

> Let me see.

### Call \`read_file\`

\`\`\`json
{
  "path": "config.json"
}
\`\`\`

### Result of \`read_file\`

2026-12-01T14:30:05.000Z

\`\`\`json
{"a":1}
\`\`\`

Image: \`image/png\`, 3 kB

### Result of \`read_file\`: error Blocked

2026-12-01T14:30:05.000Z

\`\`\`text
Not on a Sunday.
\`\`\`

## Assistant

2026-12-01T14:30:05.000Z · \`scripted\`

Ended by an error:

\`\`\`text
overloaded
\`\`\`
`);
});

describe('what was said stays in its place', () => {
  it('a fence is longer than any inside it', () => {
    expect(fenced('a\n````\nb', 'text')).toEqual(['`````text', 'a', '````', 'b', '`````']);
    expect(fenced('', 'text')).toEqual(['```text', '```']);
  });

  it.each([
    ['read_file', '`read_file`'],
    ['a`b', '``a`b``'],
    ['`x`', '`` `x` ``'],
    ['a\n# b', '`a\\n# b`'],
    ['', '(none)'],
  ])('a name is one span of code: %j', (name, span) => {
    expect(codeSpan(name)).toBe(span);
  });

  it('a quote keeps its code as it is; tags, comments and images outside of it are text', () => {
    const text = '## Assistant\n<!-- x -->\n![a](http://a/b)\n```ts\nPromise<string>\n```\n<img src=x>';
    expect(quoted(text)).toEqual([
      '> ## Assistant',
      '> &lt;!-- x -->',
      '> !\\[a](http://a/b)',
      '> ```ts',
      '> Promise<string>',
      '> ```',
      '> &lt;img src=x>',
    ]);
  });

  it.each([
    '```\u00a0\n```\n<img>',
    '  ```\n```\n<img>',
    '- ```\n```\n<img>',
    '```a`b\n<img>',
    '~~~\n```\n~~~\n<img>',
    '```\n```js\n```\n<img>',
  ])('where a fence is doubtful, or over, a tag is text: %j', (text) => {
    expect(quoted(text).at(-1)).toBe('> &lt;img>');
  });

  it('controls and bidi controls are seen, in text and on the page (B73)', () => {
    const hostile = 'a\u001b[2J\u202e\r\u2066b';
    const message = assistant(
      [
        { type: 'text', text: hostile },
        { type: 'toolCall', id: '', name: hostile, arguments: { [hostile]: hostile } },
      ],
      {
        model: hostile,
        stopReason: 'error',
        errorMessage: hostile,
      },
    );
    const all = [
      message,
      result(
        [
          { type: 'text', text: hostile },
          { type: 'image', mimeType: hostile, data: '' },
        ],
        { toolName: hostile },
      ),
    ];
    const lines = all.flatMap((one) => [...messageText(one, style('off')), ...messageMarkdown(one)]);
    expect(lines.join('')).not.toMatch(/[^\P{Cc}]|[\u202a-\u202e\u2066-\u2069]/u);
    expect(lines.join('')).toContain('\\x1b[2J');
  });
});
