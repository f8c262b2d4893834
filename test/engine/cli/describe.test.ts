/** The commands that only tell: help, version, tools, the server's status. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { examples, place } from './cli.ts';

const commands = [
  ...['run', 'exec', 'worker', 'server', 'server status', 'tools', 'ls', 'show', 'transcript', 'init'],
  ...[
    'prompt',
    'steer',
    'follow-up',
    'unqueue',
    'abort',
    'resume',
    'approvals',
    'approve',
    'deny',
    'close',
    'end-turn',
    'rm',
  ],
];

it.each(commands.map((command) => [command]))(
  'turnkeeper %s --help explains the command and shows examples',
  async (command) => {
    const { exitCode, stdout, stderr } = await place().run([...command.split(' '), '--help']);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      new RegExp(`^Usage: turnkeeper ${command} [^]*\\nExamples:\\n  \\$ .*turnkeeper ${command.split(' ')[0] ?? ''}`),
    );
  },
);

it('without a command the help goes to stderr, and that is bad input', async () => {
  const { exitCode, stdout, stderr } = await place().run([]);
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^Usage: turnkeeper [^]*run \[options\] <file> \[prompt\][^]*\nExamples:\n/);
});

it('the version is that of the package', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(await place().run(['--version'])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
});

it('tools shows what the model would see, and how each tool would run', async () => {
  const { run } = place();
  const people = await run(['tools', join(examples, '02-parallel-and-sequential.ts')]);
  expect([people.exitCode, people.stderr]).toEqual([0, '']);
  expect(people.stdout).toMatch(/^agent two-modes · 2 tools · manifest \w{12}\n/);
  expect(people.stdout).toMatch(
    /\nping\n {2}Asks a host.*\n {2}schema \w{12} · parallel · replay safe · timeout 10 min\n {2}\{"type":"object"/,
  );
  expect(people.stdout).toMatch(/\nrestart\n.*\n {2}schema \w{12} · sequential · replay never · timeout 10 min\n/);

  const programs = await run(['tools', join(examples, '02-parallel-and-sequential.ts'), '--json']);
  expect(JSON.parse(programs.stdout)).toMatchObject({
    v: 1,
    agent: 'two-modes',
    manifestHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    tools: [
      {
        name: 'ping',
        executionMode: 'parallel',
        replay: 'safe',
        timeout: 600_000,
        schemaHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
      { name: 'restart', executionMode: 'sequential', replay: 'never', parameters: { type: 'object' } },
    ],
  });
});

it('the status of the embedded server tells address, process, version and home', async () => {
  const env = { TEMPORAL_ADDRESS: '', TURNKEEPER_HOME: inject('home') };
  const { exitCode, stdout } = await place().run(['server', 'status', '--json'], { env });
  expect([exitCode, JSON.parse(stdout)]).toEqual([
    0,
    expect.objectContaining({
      v: 1,
      state: 'running',
      address: inject('address'),
      home: inject('home'),
      pid: expect.any(Number) as number,
    }),
  ]);
});

it('a server that does not run is told apart by the exit code, and stopping it is no error', async () => {
  const { run } = place();
  const env = { TEMPORAL_ADDRESS: '' };
  const status = await run(['server', 'status'], { env });
  expect([status.exitCode, status.stderr, status.stdout]).toEqual([
    1,
    '',
    expect.stringMatching(/^state +not-running\n$/),
  ]);
  expect((await run(['server', 'stop'], { env })).exitCode).toBe(0);
});

it('a server that the environment names is shown, and neither started nor stopped', async () => {
  const { run } = place();
  expect((await run(['server', 'status'])).stdout).toMatch(
    /^state +elsewhere\naddress +127\.0\.0\.1:\d+\nnamespace default\n$/,
  );
  for (const action of ['start', 'stop']) {
    expect(await run(['server', action])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^The environment names the server \S+, which is not this home's to [^\n]*: unset TEMPORAL_ADDRESS [^\n]*\n$/,
      ) as string,
    });
  }
});

it('server start, a run without any address, status and stop belong together', async () => {
  const { run } = place();
  // The executable that the tests' own server runs is found in the cache of this user.
  const { HOME = '', XDG_CACHE_HOME = '' } = process.env;
  const env = { TEMPORAL_ADDRESS: '', HOME, XDG_CACHE_HOME };
  const started = await run(['server', 'start'], { env });
  try {
    expect([started.exitCode, started.stdout]).toEqual([
      0,
      expect.stringMatching(
        /^state +started\naddress +127\.0\.0\.1:\d+\npid +\d+\nversion +\S+\nweb +http:\S+\nsince +\S+\nhome +\S+\n$/,
      ),
    ]);
    const ran = await run(['run', join(examples, '01-read-config.ts')], { env });
    expect([ran.exitCode, ran.stderr]).toEqual([
      0,
      expect.stringMatching(
        /^Session (\S+), on the web: http:\/\/127\.0\.0\.1:\d+\/namespaces\/default\/workflows\/\1\n$/,
      ),
    ]);
    const [, web = '', session = ''] = /on the web: (\S+\/(\S+))\n/.exec(ran.stderr) ?? [];
    expect((await run(['show', session], { env })).stdout).toContain(`\non the web: ${web}\n`);
    expect((await run(['server', 'start'], { env })).stdout).toMatch(/^state +running\n/);
  } finally {
    const stopped = await run(['server', 'stop', '--json'], { env });
    expect([stopped.exitCode, JSON.parse(stopped.stdout)]).toMatchObject([0, { v: 1, state: 'stopped' }]);
  }
  expect((await run(['server', 'status'], { env })).exitCode).toBe(1);
});
