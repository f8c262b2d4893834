/** `turnkeeper init`: what it writes runs at once, and nothing that is there is touched. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { place } from './cli.ts';

const written = ['.gitignore', 'README.md', 'agent.test.ts', 'agent.ts', 'package.json'];

it('the starter runs, and its test passes with what its package.json names', async () => {
  const { run, folder } = place();
  const made = await run(['init', 'My Agent']);
  expect([made.exitCode, made.stderr, readdirSync(join(folder, 'My Agent')).sort()]).toEqual([0, '', written]);
  expect(made.stdout).toMatch(/^Wrote .* to My Agent\.\nNext: cd .*My Agent.* && npm install && npm start\n$/);

  const ran = await run(['run', 'My Agent/agent.ts']);
  expect(ran.exitCode).toBe(0);
  expect(ran.stdout).toMatch(
    /→ list_files \{\}\n[^]*→ count_lines [^]*\nThe folder has 5 files; agent\.ts has \d+ lines\.\n/,
  );

  const project = JSON.parse(readFileSync(join(folder, 'My Agent/package.json'), 'utf8')) as Record<string, unknown>;
  expect(project).toMatchObject({
    name: 'my-agent',
    scripts: { start: 'turnkeeper run agent.ts', test: 'node --conditions=turnkeeper-source --test' },
    dependencies: { turnkeeper: `file:${relative(join(folder, 'My Agent'), resolve('.'))}` },
  });
  // As npm installs it: a link to the checkout.
  mkdirSync(join(folder, 'My Agent/node_modules'));
  symlinkSync(resolve('.'), join(folder, 'My Agent/node_modules/turnkeeper'));
  const args = ['--conditions=turnkeeper-source', '--test', '--test-reporter=tap'];
  const tested = await promisify(execFile)(process.execPath, args, { cwd: join(folder, 'My Agent') });
  expect(tested.stdout).toMatch(/^# pass 3\n# fail 0$/m);
});

it('files that are there are named, and none is written', async () => {
  const { run, file, folder } = place();
  file('agent.ts', 'mine');
  file('package.json', '{}');
  expect(await run(['init'])).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: '. holds agent.ts, package.json already: move them away, or name another folder.\n',
  });
  expect([readdirSync(folder).sort(), readFileSync(join(folder, 'agent.ts'), 'utf8')]).toEqual([
    ['agent.ts', 'package.json'],
    'mine',
  ]);
});
