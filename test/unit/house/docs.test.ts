/** The pages keep up with the code: kinds and codes, limits, links, and the programs that a reader copies. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { failureCodes, resultKinds } from '../../../src/core/errors.ts';
import { limits } from '../../../src/core/limits.ts';
import { filesBelow } from './files.ts';

const read = (path: string): string => readFileSync(path, 'utf8');

/** The members of a union of string literals that a file declares. */
function union(path: string, name: string): readonly string[] {
  const [, body = ''] = new RegExp(`type ${name} =([^;]*);`).exec(read(path)) ?? [];
  return [...body.matchAll(/'([^']+)'/g)].map(([, member = '']) => member);
}

/** A page without its fenced blocks. */
const prose = (page: string): string => page.replace(/^```[^]*?^```/gm, '');

const headings = (page: string): readonly string[] =>
  [...prose(page).matchAll(/^#{1,6} +(.*)$/gm)].map(([, heading = '']) => heading.trim());

/** The anchor of a heading, as GitHub makes it. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

describe('docs/errors.md', () => {
  const page = read('docs/errors.md');
  const coded = headings(page).filter((heading) => /^[A-Z][A-Za-z]+$/.test(heading) && heading !== 'Errors');

  it('has exactly one heading for each kind of result and each code of the client and the server', () => {
    const client = union('src/client/client-error.ts', 'ClientErrorCode');
    const server = union('src/server/errors.ts', 'ServerErrorCode');
    expect([client.length > 0, server.length > 0]).toEqual([true, true]);
    expect([...coded].sort()).toEqual([...resultKinds, ...client, ...server].sort());
  });

  it('names every failure that crosses the wire, and no other', () => {
    const [, table = ''] = page.split('## Failures on the wire');
    const named = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, code]) => code);
    expect(named.sort()).toEqual(Object.values(failureCodes).sort());
  });
});

it('the table of limits is that of the code', () => {
  const [, table = ''] = read('docs/tool-pipeline.md').split('## Limits');
  const rows = [...table.matchAll(/^\| `(\w+)` \| ([\d,]+) \|/gm)];
  const documented = rows.map(([, name = '', value = '']) => [name, Number(value.replaceAll(',', ''))]);
  expect(Object.fromEntries(documented)).toEqual(limits);
});

it('every relative link leads to a file that exists, and to a heading that it has', () => {
  const pages = filesBelow('.').filter(
    ({ path }) => path.endsWith('.md') && (/^(docs|bench)\//.test(path) || !path.includes('/')),
  );
  const broken = pages.flatMap(({ path, text }) =>
    [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      if (/^[a-z]+:/.test(link)) return [];
      const [file = '', heading] = link.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      const found =
        existsSync(target) && (heading === undefined || headings(read(target)).map(anchor).includes(heading));
      return found ? [] : [`${path}: ${link}`];
    }),
  );
  expect([pages.length > 5, broken]).toEqual([true, []]);
});

it('the programs of the README are correct TypeScript for its package', () => {
  // A block that begins with its file's name is a complete program. The files exist in the compiler's mind only.
  const blocks = [...read('README.md').matchAll(/^```ts\n(\/\/ (\S+\.ts)\n[^]*?)^```/gm)];
  const programs = new Map(blocks.map(([, text = '', name = '']) => [resolve(`readme-${name}`), text]));

  expect([programs.size, complaints(programs)]).toEqual([2, []]);
}, 60_000);

it('a wrong program would be noticed', () => {
  const wrong = "import { defineAgent } from 'turnkeeper';\ndefineAgent({ name: 1 });\n";
  expect(complaints(new Map([[resolve('readme-wrong.ts'), wrong]]))).not.toEqual([]);
}, 60_000);

/** What the compiler says of files that lie nowhere, under the repository's own settings. */
function complaints(files: ReadonlyMap<string, string>): readonly string[] {
  const { config } = ts.readConfigFile('tsconfig.json', (path) => read(path)) as { config: object };
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, process.cwd());
  const host = ts.createCompilerHost(options);
  const planted: ts.CompilerHost = {
    ...host,
    fileExists: (path) => files.has(resolve(path)) || host.fileExists(path),
    readFile: (path) => files.get(resolve(path)) ?? host.readFile(path),
    getSourceFile: (path, language, ...rest) => {
      const text = files.get(resolve(path));
      return text === undefined
        ? host.getSourceFile(path, language, ...rest)
        : ts.createSourceFile(path, text, language);
    },
  };
  const program = ts.createProgram([...files.keys()], options, planted);
  return [...files.keys()].flatMap((path) => {
    const file = program.getSourceFile(path);
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  });
}
