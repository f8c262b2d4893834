/** The command file: which Node it accepts, which copy of the library it loads, what it keeps off stderr. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';

const main = `import { pathToFileURL } from 'node:url';
import { mark } from '../index.EXT';
export async function main(argv) {
  const agent = await import(pathToFileURL(argv[0]).href);
  process.stdout.write(JSON.stringify({ where: mark.where, one: agent.mark === mark, client: agent.client }));
  return 3;
}
`;

/** A package with a checkout's or a published package's files, and a user's agent file far from it. */
function planted(folders: readonly ('src' | 'dist')[]): { readonly bin: string; readonly agent: string } {
  const folder = mkdtempSync(join(tmpdir(), 'turnkeeper-bin-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync('bin', join(folder, 'package/bin'), { recursive: true });
  cpSync('package.json', join(folder, 'package/package.json'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const where of folders) {
    const extension = where === 'src' ? 'ts' : 'js';
    write(`package/${where}/cli/main.${extension}`, main.replace('EXT', extension));
    write(`package/${where}/index.${extension}`, `export const mark = { where: '${where}' };\n`);
    write(`package/${where}/client/index.${extension}`, `export const client = '${where}';\n`);
  }
  write(
    'user/agent.ts',
    `export { mark } from 'turnkeeper';\nexport { client } from 'turnkeeper/client';\nexport type X = 1;\n`,
  );
  return { bin: join(folder, 'package/bin/turnkeeper.js'), agent: join(folder, 'user/agent.ts') };
}

function run(args: readonly string[]): {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
} {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

it.each([
  ['a checkout runs its sources', ['src'], 'src'],
  ['a checkout runs its sources, even if it was built once', ['src', 'dist'], 'src'],
  ['a published package runs what was built', ['dist'], 'dist'],
] as const)('%s, and an agent file anywhere gets the same copy', (_title, folders, where) => {
  const { bin, agent } = planted(folders);
  expect(run([bin, agent])).toEqual({
    status: 3,
    stdout: JSON.stringify({ where, one: true, client: where }),
    stderr: '',
  });
});

it('a Node that is too old is told so in one sentence', () => {
  const { bin, agent } = planted(['src']);
  const old = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '20.11.0' } })`;
  expect(run(['--import', old, bin, agent])).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^turnkeeper needs Node 22\.19 or newer, and this is Node 20\.11\.0: .*\n$/,
    ) as string,
  });
});

it('the command file parses as a plain script, as an old Node reads it', () => {
  const text = readFileSync('bin/turnkeeper.js', 'utf8');
  expect(() => new Script(text.replace(/^#!.*/, ''))).not.toThrow();
  expect(text).not.toMatch(/^import |^export |=>|\bconst\b|\blet\b|`|\?\./m);
});
