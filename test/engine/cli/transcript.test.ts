/** `turnkeeper transcript`: from any process, of open and closed sessions, without a worker. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Message } from '../../../src/core/messages.ts';
import { freshName } from '../engine.ts';
import { notingAgent, place } from './cli.ts';

const script = `scripted([
  { content: [{ type: 'toolCall', id: '1', name: 'note', arguments: { text: '\\u0060\\u0060\\u0060\\u202e' } }] },
  'Noted. \\u001b[2J',
])`;

it('a transcript is text for people, a page for a wiki, exact for programs; open or closed', async () => {
  const { file, run } = place();
  const session = freshName('talk');
  file('agent.ts', notingAgent(freshName('agent'), script));
  await run(['run', 'agent.ts', 'Note it.', '--session', session]);

  const [text, page, json] = [
    await run(['transcript', session]),
    await run(['transcript', session, '--markdown']),
    await run(['transcript', session, '--json']),
  ];
  await run(['close', session]);
  const later = await run(['transcript', session, '--json']);

  expect([text, page, json, later].map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual(Array(4).fill([0, '']));
  expect(text.stdout).toMatch(
    /^user · [^\n]*\n {2}Note it\.\n\nassistant · [^\n]*\n {2}→ note \{"text":"```\\u202e"\}\n\n✓ note · [^\n]*\n {2}noted ```\\u202e\n\nassistant · [^\n]*\n {2}Noted\. \\x1b\[2J\n\n$/,
  );
  expect(page.stdout).toMatch(
    /^# Session `talk-\w+`\n[^]*\n## User\n[^]*\n> Note it\.\n[^]*\n### Call `note`\n\n````json\n/,
  );
  expect(page.stdout).toContain('\n````text\nnoted ```\\u202e\n````\n');
  const messages = json.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Message);
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'toolResult', 'assistant']);
  expect(messages[2]).toMatchObject({ toolName: 'note', content: [{ type: 'text', text: 'noted ```\u202e' }] });
  expect(later.stdout).toBe(json.stdout);
}, 120_000);

it('an unknown session, two forms at once, and an entry that is missing are one sentence each', async () => {
  const { file, folder, run } = place();
  const session = freshName('torn');
  file('agent.ts', notingAgent(freshName('agent')));
  await run(['run', 'agent.ts', 'Go.', '--session', session]);
  const entries = join(folder, 'home', 'transcript');
  const names = readdirSync(entries, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  rmSync(join(entries, names[0] ?? ''));

  const [nobody, both, torn] = [
    await run(['transcript', freshName('nobody')]),
    await run(['transcript', session, '--markdown', '--json']),
    await run(['transcript', session]),
  ];

  expect([nobody.exitCode, nobody.stderr]).toEqual([2, expect.stringMatching(/^There is no session "nobody-\w+"; /)]);
  expect([both.exitCode, both.stderr]).toEqual([2, 'Name one of --markdown and --json.\n']);
  expect([torn.exitCode, torn.stdout, torn.stderr]).toEqual([
    1,
    '',
    expect.stringMatching(
      /^Transcript object [0-9a-f]{64} is missing from the store; is this the home of the worker [^\n]*\n$/,
    ),
  ]);
}, 120_000);

it('what is under way is not in the transcript yet, and that is said', async () => {
  const { file, run, start } = place();
  const session = freshName('slow');
  file(
    'agent.ts',
    notingAgent(
      freshName('agent'),
      `scripted([() => { console.error('is asked'); return new Promise(() => undefined); }])`,
    ),
  );
  const running = start(['run', 'agent.ts', 'Go.', '--session', session]);
  await running.notes('is asked');

  const shown = await run(['transcript', session]);
  running.kill('SIGKILL');

  expect(shown).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: `Nothing of session ${session} is committed yet.\nTurn 1 is under way: its messages are here when it has ended; turnkeeper show ${session}\n`,
  });
  await running.finished;
}, 120_000);
