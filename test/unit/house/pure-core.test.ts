/** The style and type gates around core and workflows must bite. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ESLint } from 'eslint';
import { expect, it, onTestFinished } from 'vitest';

const eslint = new ESLint();

/** The rules that refuse a text, if it stood in that file. The file must exist: the rules need its types. */
async function refusals(file: string, text: string): Promise<readonly (string | null)[]> {
  const [result] = await eslint.lintText(text, { filePath: file });
  return (result?.messages ?? []).map((message) => message.ruleId);
}

it.each([
  ['the clock', 'export const now = (): number => Date.now();', 'no-restricted-properties'],
  ['today', 'export const now = (): Date => new Date();', 'no-restricted-syntax'],
  ['randomness', 'export const dice = (): number => Math.random();', 'no-restricted-properties'],
  ['a Node module', "export * from 'node:fs';", 'no-restricted-imports'],
  ['a boolean parameter', 'export function send(loud: boolean): boolean { return loud; }', 'no-restricted-syntax'],
  ['a boolean default', 'export function send(loud = false): boolean { return loud; }', 'no-restricted-syntax'],
  [
    'a fourth parameter',
    'export function f(a: 1, b: 2, c: 3, d: 4): number { return a + b + c + d; }',
    'no-restricted-syntax',
  ],
  ['any', 'export const x: any = 1;', '@typescript-eslint/no-explicit-any'],
  ['a non-null claim', 'export const f = (x?: string): string => x!;', '@typescript-eslint/no-non-null-assertion'],
])('core/ is refused %s', async (_what, text, rule) => {
  expect(await refusals('src/core/limits.ts', `${text}\n`)).toContain(rule);
});

it.each(['process.pid', 'setTimeout', 'fetch', 'Buffer'])('core/ cannot say %s: it has no such type', (name) => {
  const planted = mkdtempSync(join(tmpdir(), 'turnkeeper-core-'));
  onTestFinished(() => rmSync(planted, { recursive: true }));
  mkdirSync(join(planted, 'src/core'), { recursive: true });
  cpSync('tsconfig.json', join(planted, 'tsconfig.json'));
  cpSync('src/core/tsconfig.json', join(planted, 'src/core/tsconfig.json'));
  symlinkSync(join(process.cwd(), 'node_modules'), join(planted, 'node_modules'));
  writeFileSync(join(planted, 'src/core/planted.ts'), `export const planted = ${name};\n`);

  const { stdout, status } = spawnSync(
    process.execPath,
    [resolve('node_modules/typescript/bin/tsc'), '-p', 'src/core/tsconfig.json'],
    { cwd: planted, encoding: 'utf8' },
  );

  expect({ status, says: stdout.includes(`Cannot find name '${name.split('.')[0] ?? ''}'`) }).toEqual({
    status: 2,
    says: true,
  });
});
