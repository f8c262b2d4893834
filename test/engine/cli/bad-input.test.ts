/** Whatever is wrong with what a user gives: one sentence on stderr, exit code 2, no stack, nothing half started. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshName } from '../engine.ts';
import { notingAgent, place } from './cli.ts';

const tool = `{ name: 't', description: '', parameters: PARAMETERS, execute: () => ({ content: [] }) }`;
const agentWith = (tools: string): string =>
  `import { defineAgent } from 'turnkeeper';\nexport default defineAgent({ name: 'a', model: 'openai/x', tools: [${tools}] });\n`;

const files: Readonly<Record<string, string>> = {
  'good.ts': notingAgent('good'),
  'several.ts': `import agent from './good.ts';\nexport const a = agent;\nexport const b = { ...agent, name: 'b' };\n`,
  'empty.ts': 'export const nothing = 1;\n',
  'throws.ts': `throw new Error('no database');\n`,
  'syntax.ts': 'export default {;\n',
  'unresolved.ts': `import 'no-such-package-anywhere';\n`,
  'twins.ts': agentWith([tool, tool].join(', ').replaceAll('PARAMETERS', '{}')),
  'schema.ts': agentWith(tool.replace('PARAMETERS', `{ type: 'strange' }`)),
  'real.ts': agentWith(''),
  'broken.json': '[{"name":',
  'text.json': '"hello"',
  'calls.json': '[{"name":"note","arguments":{"text":"x"}}]',
};

const before = [
  ['a file that is not there', ['run', 'none.ts', 'Hi'], /^There is no file none\.ts: /],
  ['a folder', ['run', '.', 'Hi'], /^\. is a folder: /],
  ['a module without an agent', ['run', 'empty.ts', 'Hi'], /^empty\.ts exports no agent: export what defineAgent/],
  ['a module with several agents', ['tools', 'several.ts'], /^several\.ts exports several agents \(good, b\): /],
  [
    'a module that throws',
    ['run', 'throws.ts', 'Hi'],
    /^throws\.ts cannot be loaded: Error: no database \(line 1\)\.$/,
  ],
  ['a module that is not TypeScript', ['tools', 'syntax.ts'], /^syntax\.ts cannot be loaded: /],
  [
    'a module whose import is missing',
    ['worker', 'unresolved.ts'],
    /^unresolved\.ts cannot be loaded: .*no-such-package/,
  ],
  [
    'two tools of one name',
    ['run', 'twins.ts', 'Hi'],
    /^twins\.ts cannot be loaded: Agent "a", tool "t": two tools have this name/,
  ],
  [
    'an invalid schema',
    ['exec', 'schema.ts', 'calls.json'],
    /^schema\.ts cannot be loaded: Agent "a", tool "t": its parameters/,
  ],
  ['no prompt', ['run', 'good.ts'], /^There is no prompt: write turnkeeper run good\.ts "…", /],
  ['calls that are no JSON', ['exec', 'good.ts', 'broken.json'], /^broken\.json is not JSON \(/],
  ['calls that are no calls', ['exec', 'good.ts', 'text.json'], /^text\.json is neither a list of calls nor /],
  ['calls that are not there', ['exec', 'good.ts', 'none.json'], /^There is no file none\.json: /],
  ['calls from an empty stdin', ['exec', 'good.ts', '-'], /^Nothing comes in on stdin: /],
  ['an id that is none', ['exec', 'good.ts', 'calls.json', '--id', 'a b'], /^--id "a b" cannot be used: /],
  ['a session id that is none', ['run', 'good.ts', 'Hi', '--session', 'a/b'], /^--session "a\/b" is no session id: /],
  ['a session id to show that is none', ['show', 'a/b'], /^"a\/b" is no session id: /],
  [
    'a model that is not named right',
    ['run', 'good.ts', 'Hi', '--model', 'best'],
    /^Model "best" is not of the form provider\/id; /,
  ],
  [
    'a provider that nobody knows',
    ['run', 'good.ts', 'Hi', '--model', 'nope/x'],
    /^Model provider "nope" is not known; /,
  ],
  [
    'a model without a key',
    ['run', 'good.ts', 'Hi', '--model', 'openai/gpt-4o-mini'],
    /^There is no key for .*; set OPENAI_API_KEY /,
  ],
  ["an agent's own model that is not known", ['run', 'real.ts', 'Hi'], /^Provider "openai" has no model "x"; /],
  [
    'a queue that no tool names',
    ['worker', 'good.ts', '--queue', 'gpu'],
    /^No tool of these agents names the queue "gpu": /,
  ],
  ['an unknown command', ['worke'], /^Unknown command 'worke' \(Did you mean worker\?\); see turnkeeper --help\.$/],
  ['an unknown option', ['run', 'good.ts', '--fast'], /^Unknown option '--fast'; see turnkeeper --help\.$/],
  ['a missing argument', ['run'], /^Missing required argument 'file'; see /],
  ['too many arguments', ['show', 'a', 'b'], /^Too many arguments for 'show'/],
  ['a file for the starter', ['init', 'good.ts'], /^good\.ts is a file: name a folder/],
] as const;

it.each(before)('%s is told in one sentence, before anything is started', async (_what, args, sentence) => {
  const { file, run, folder } = place();
  for (const [name, content] of Object.entries(files)) file(name, content);
  const { exitCode, stdout, stderr } = await run(args);
  expect([exitCode, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^[^\n]+\n$/)]);
  expect(stderr.trimEnd()).toMatch(sentence);
  expect(stderr).not.toMatch(/\n\s+at |node:internal/);
  expect(existsSync(join(folder, 'home'))).toBe(false);
});

it('a server that does not answer is named, with what to do', async () => {
  const { file, run } = place();
  file('good.ts', notingAgent(freshName('agent')));
  const env = { TEMPORAL_ADDRESS: '127.0.0.1:1' };
  expect(await run(['run', 'good.ts', 'Hi'], { env })).toEqual({
    exitCode: 2,
    stdout: '',
    stderr:
      'No Temporal server answers at 127.0.0.1:1; start that server, correct TEMPORAL_ADDRESS, or unset it to use the server of this home.\n',
  });
});

it('a namespace that is missing is named', async () => {
  const { file, run } = place();
  file('good.ts', notingAgent(freshName('agent')));
  const { exitCode, stdout, stderr } = await run(['run', 'good.ts', 'Hi'], { env: { TEMPORAL_NAMESPACE: 'nope' } });
  expect([exitCode, stdout, stderr]).toEqual([
    2,
    '',
    expect.stringMatching(/^The Temporal server cannot be used: .*"nope".*\n$/),
  ]);
});

it('a home that cannot be written is named', async () => {
  const { file, run } = place();
  file('good.ts', notingAgent(freshName('agent')));
  const { exitCode, stderr } = await run(['run', 'good.ts', 'Hi'], { env: { TURNKEEPER_HOME: 'good.ts' } });
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringMatching(/^The home folder cannot be used \(.*\): set TURNKEEPER_HOME [^\n]*\n$/),
  ]);
});

it.each(['show', 'watch'])('a session that nobody knows is told, not shown as empty: %s', async (command) => {
  expect(await place().run([command, freshName('nobody')])).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringMatching(/^There is no session "nobody-\w+"; see whether [^\n]*\n$/) as string,
  });
});

it('a session of another agent, or with another model, is not gone on with', async () => {
  const { file, run } = place();
  const session = freshName('mine');
  file('good.ts', notingAgent(freshName('good')));
  file('other.ts', notingAgent(freshName('other')));
  expect((await run(['run', 'good.ts', 'Hi', '--session', session])).exitCode).toBe(0);
  const other = await run(['run', 'other.ts', 'Hi', '--session', session]);
  expect([other.exitCode, other.stderr]).toEqual([
    2,
    expect.stringMatching(/^Session "\S+" belongs to agent "good-\w+", not to "other-\w+": [^\n]*\n$/),
  ]);
  const env = { OPENAI_API_KEY: 'none' };
  const model = await run(['run', 'good.ts', 'Hi', '--session', session, '--model', 'openai/gpt-4o-mini'], { env });
  expect([model.exitCode, model.stderr]).toEqual([
    2,
    expect.stringMatching(/^Session "\S+" keeps its agent's own model: [^\n]*\n$/),
  ]);
});

it('a closed session is not started anew', async () => {
  const { file, run } = place();
  const id = freshName('closed');
  const name = freshName('agent');
  file('good.ts', notingAgent(name));
  file('calls.json', '[{"name":"note","arguments":{"text":"x"}}]');
  expect((await run(['exec', 'good.ts', 'calls.json', '--id', id])).exitCode).toBe(0);
  const { exitCode, stderr } = await run(['run', 'good.ts', 'Hi', '--session', id]);
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^Session "\S+" is closed \(completed\): [^\n]*\n$/)]);
});

it('a Node that is too old is told so before anything else', async () => {
  const old = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '20.11.0' } })`;
  const { exitCode, stdout, stderr } = await place().run(['run', 'x.ts'], {
    env: { NODE_OPTIONS: `--import "${old}"` },
  });
  expect([exitCode, stdout, stderr]).toEqual([
    2,
    '',
    expect.stringMatching(/^turnkeeper needs Node 22\.19 or newer, [^\n]*\n$/),
  ]);
});

it.each([['show', 'some-session'], ['abort', 'some-session'], ['approvals']])(
  '%s where nothing was ever started says so, and starts nothing',
  async (...args) => {
    const { run, folder } = place();
    const env = { TURNKEEPER_HOME: '', TEMPORAL_ADDRESS: '' };
    expect(await run(args, { env })).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(/^Nothing was started from here yet: [^\n]*set TURNKEEPER_HOME\.\n$/) as string,
    });
    expect(existsSync(join(folder, '.turnkeeper'))).toBe(false);
  },
);

it('the status of a server that was never started makes no home', async () => {
  const { run, folder } = place();
  const env = { TURNKEEPER_HOME: '', TEMPORAL_ADDRESS: '' };
  expect(await run(['server', 'status', '--json'], { env })).toEqual({
    exitCode: 1,
    stdout: '{"v":1,"state":"not-running"}\n',
    stderr: '',
  });
  expect(existsSync(join(folder, '.turnkeeper'))).toBe(false);
});
