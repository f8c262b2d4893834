/** `turnkeeper run` and `show`: conversations, exit codes, output for programs, and going away in the middle. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshName } from '../engine.ts';
import { notingAgent, place } from './cli.ts';

const asked = `scripted([
  { content: [{ type: 'toolCall', id: '1', name: 'note', arguments: { text: 'one' } }] },
  'Noted.',
  ({ messages }) => 'You have asked ' + messages.filter((message) => message.role === 'user').length + ' times.',
])`;

it('a session goes on with a second prompt, and the model sees both', async () => {
  const { file, run } = place();
  const session = freshName('talk');
  file('agent.ts', notingAgent(freshName('agent'), asked));

  const first = await run(['run', 'agent.ts', 'Note one.', '--session', session]);
  const second = await run(['run', 'agent.ts', '-', '--session', session], { stdin: 'And?' });

  expect([first.exitCode, second.exitCode]).toEqual([0, 0]);
  expect(first.stdout).toMatch(/^turn 1\n> Note one\.\n→ note [^]*\nNoted\.\n/);
  expect(second.stdout).toMatch(/^run 2\nturn 3\n> And\?\nYou have asked 2 times\.\n/);

  const shown = await run(['show', session]);
  expect(shown.exitCode).toBe(0);
  expect(shown.stdout).toMatch(
    /^session \S+\nagent \S+ · started .* · open\n[^]*run 1 {2}\d{4}-[^]*→ note \{"text":"one"\}\n[^]*✓ note \d+ ms {2}noted one\n[^]*run 2 {2}[^]*You have asked 2 times\.\n[^\n]* turn 3 began \d{4}-\S+ \S+ · took \d+ ms\n\n3 turns · 1 call\n$/,
  );
});

it('with --json every line is an event with a version, and what a tool prints stays out of it', async () => {
  const { file, run } = place();
  const session = freshName('json');
  file('agent.ts', notingAgent(freshName('agent'), asked));

  const ran = await run(['run', 'agent.ts', 'Note one.', '--session', session, '--json']);
  const shown = await run(['show', session, '--json']);

  const events = ran.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { v: number; type: string });
  expect(new Set(events.map(({ v }) => v))).toEqual(new Set([1]));
  expect([events[0]?.type, events.at(-1)]).toEqual([
    'agent_start',
    expect.objectContaining({ type: 'agent_end', ended: 'answered' }),
  ]);
  expect(ran.stderr).toContain('a tool that prints');
  const [record = '', ...same] = shown.stdout.split('\n');
  expect(JSON.parse(record)).toMatchObject({
    v: 1,
    type: 'session',
    id: session,
    status: 'RUNNING',
    lastRun: { run: 1, turn: 2, ended: 'answered' },
  });
  expect(same.join('\n')).toBe(ran.stdout);
});

it('control characters of a model and a tool are shown to people and kept exact for programs (B73)', async () => {
  const { file, run } = place();
  const session = freshName('evil');
  const evil = String.raw`\u001b[2J\u001b[1A\u001b[K\u202e\u2066\r`;
  const model = `scripted([{ content: [{ type: 'toolCall', id: '1', name: 'note', arguments: { text: '${evil}' } }] }, 'Done ${evil}'])`;
  file('agent.ts', notingAgent(freshName('agent'), model));

  const people = await run(['run', 'agent.ts', 'Go.', '--session', session]);
  const timeline = await run(['show', session]);
  const programs = await run(['show', session, '--json']);

  for (const { stdout, exitCode } of [people, timeline]) {
    expect(exitCode).toBe(0);
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
    expect(stdout).toContain('\\x1b[2J');
  }
  const texts = programs.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { args?: { text: string } });
  expect(texts.find(({ args }) => args !== undefined)?.args?.text).toBe(JSON.parse(`"${evil}"`));
});

it('a run that ends by an error says why and exits with 1', async () => {
  const { file, run } = place();
  file(
    'agent.ts',
    notingAgent(freshName('agent'), `scripted([Object.assign(new Error('quota used up'), { retryable: false })])`),
  );
  const { exitCode, stdout, stderr } = await run(['run', 'agent.ts', 'Hello']);
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^Session \S+\n$/)]);
  expect(stdout).toMatch(/^✗ ended by an error: .*quota used up/m);
});

it('SIGTERM leaves the run to the server, says how to go on, and a worker brings it to its end', async () => {
  const { file, run, start, folder } = place();
  const session = freshName('cut');
  // The tool waits for a file in its first life; the worker finds it there.
  const source = `import { existsSync, appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineAgent, defineTool, scripted, Type } from 'turnkeeper';
const wait = defineTool({
  name: 'wait', description: '', parameters: Type.Object({}), replay: 'safe',
  execute: async (_id, _args, signal, onUpdate) => {
    onUpdate({ content: [{ type: 'text', text: 'waiting for go' }] });
    while (!existsSync('go')) await sleep(20, undefined, { signal });
    return { content: [{ type: 'text', text: 'went' }] };
  },
});
export default defineAgent({ name: '${freshName('agent')}', tools: [wait], model: scripted([
  { content: [{ type: 'toolCall', id: '1', name: 'wait', arguments: {} }] }, 'Over.',
]) });
`;
  file('agent.ts', source);

  const running = start(['run', 'agent.ts', 'Wait.', '--session', session]);
  await running.shows('waiting for go');
  running.kill('SIGTERM');
  const cut = await running.finished;
  expect(cut.exitCode).toBe(143);
  expect(cut.stderr).toContain(`Go on: npx turnkeeper resume ${session}; look at it: npx turnkeeper show ${session}`);
  expect((await run(['show', session])).stdout).toContain(
    'a run is under way; it goes on while a worker hosts its agent',
  );

  file('go', '');
  const worker = start(['worker', 'agent.ts']);
  await worker.shows('Worker ready for ');
  const { stdout, exitCode } = await run(['run', 'agent.ts', 'And now?', '--session', session]);
  // The script has no third answer: what counts is that the first run came to its end before.
  expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/^run 2\n/)]);
  expect((await run(['show', session])).stdout).toMatch(/✓ wait [^]*went[^]*Over\.[^]*run 2 /);
  worker.kill('SIGTERM');
  expect(await worker.finished).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^Worker ready for [^\n]*\n$/) as string,
  });
  expect(readFileSync(join(folder, 'go'), 'utf8')).toBe('');
}, 120_000);

it('a reader that closes the pipe early gets no error on its screen', async () => {
  const { file, run, start } = place();
  const session = freshName('pipe');
  file('agent.ts', notingAgent(freshName('agent'), asked));
  await run(['run', 'agent.ts', 'Note one.', '--session', session]);
  const running = start(['show', session], { closeStdout: 'at once' });
  expect(await running.finished).toMatchObject({ exitCode: 0, stderr: '' });
});

it('a request that is tried again is told while it lasts', async () => {
  const { file, start } = place();
  const model = `{ name: 'shaky', respond: () => { throw new Error('the line is dead') } }`;
  file('agent.ts', notingAgent(freshName('agent'), model));

  const running = start(['run', 'agent.ts', 'Hi']);

  await running.notes('The model request failed: the line is dead; attempt ');
  running.kill('SIGINT');
  expect((await running.finished).exitCode).toBe(1);
});
