/** The import gate must bite: every row of its table is broken on purpose in a planted tree. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const cruiser = resolve('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
const planted = mkdtempSync(join(tmpdir(), 'turnkeeper-imports-'));
afterAll(() => rmSync(planted, { recursive: true }));

interface Report {
  readonly summary: {
    readonly violations: readonly {
      readonly rule: { readonly name: string };
      readonly from: string;
      readonly to: string;
    }[];
  };
}

/** What the gate says of a tree of files, as `rule: from -> to`, sorted. */
function gate(files: Readonly<Record<string, string>>): readonly string[] {
  rmSync(join(planted, 'src'), { recursive: true, force: true });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(planted, file)), { recursive: true });
    writeFileSync(join(planted, file), text);
  }
  const { stdout } = spawnSync(
    process.execPath,
    [cruiser, 'src', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
    {
      cwd: planted,
      encoding: 'utf8',
    },
  );
  const { summary } = JSON.parse(stdout) as Report;
  return summary.violations
    .map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to.replace(/.*node_modules\//, '')}`)
    .sort();
}

cpSync('.dependency-cruiser.cjs', join(planted, '.dependency-cruiser.cjs'));
cpSync('tsconfig.json', join(planted, 'tsconfig.json'));
cpSync('package.json', join(planted, 'package.json'));
symlinkSync(join(process.cwd(), 'node_modules'), join(planted, 'node_modules'));

const leaf = 'export interface Leaf { readonly leaf: true }\n';
const folders = ['core', 'agent', 'workflows', 'activities', 'store', 'server', 'worker', 'client', 'audit', 'cli'];

const leaves = (): Record<string, string> =>
  Object.fromEntries(folders.map((folder) => [`src/${folder}/leaf.ts`, leaf]));

it('folders import each other only as the table of the design says, and types count', () => {
  const files = leaves();
  for (const folder of folders) {
    const others = folders.filter((other) => other !== folder);
    files[`src/${folder}/greedy.ts`] = others
      .map((other) => `export type { Leaf as ${other} } from '../${other}/leaf.ts';\n`)
      .join('');
  }

  const refused = gate(files);

  const allowed: Record<string, readonly string[]> = {
    core: [],
    agent: ['core'],
    workflows: ['core'],
    activities: ['core', 'agent', 'store'],
    store: ['core'],
    server: ['core'],
    worker: ['core', 'agent', 'workflows', 'activities', 'store', 'server'],
    client: ['core', 'store'],
    audit: ['core', 'store', 'client'],
    cli: folders,
  };
  const expected = folders.flatMap((folder) =>
    folders
      .filter((other) => other !== folder && !allowed[folder]?.includes(other))
      .map((other) => `${folder}-imports: src/${folder}/greedy.ts -> src/${other}/leaf.ts`),
  );
  expect(refused).toEqual(expected.sort());
});

it('core and workflows take no package but the pure ones, and nothing of Node', () => {
  const refused = gate({
    'src/core/greedy.ts': `import 'canonicalize';\nimport '@noble/hashes/sha2.js';\nimport 'node:fs';\nimport 'ajv';\n`,
    'src/workflows/greedy.ts': `import '@temporalio/workflow';\nimport 'node:fs';\nimport type {} from '@temporalio/activity';\n`,
  });

  expect(refused).toEqual([
    'core-packages: src/core/greedy.ts -> ajv/dist/ajv.js',
    'core-packages: src/core/greedy.ts -> fs',
    'workflows-packages: src/workflows/greedy.ts -> @temporalio/activity/lib/index.js',
    'workflows-packages: src/workflows/greedy.ts -> fs',
  ]);
});

it('a client carries no workflow code and no bundler, and what is published needs no development package', () => {
  const refused = gate({
    'src/client/greedy.ts': `import type {} from '@temporalio/worker';\nimport '@temporalio/workflow';\nimport 'fast-check';\n`,
  });

  expect(refused).toEqual([
    'client-packages: src/client/greedy.ts -> @temporalio/worker/lib/index.js',
    'client-packages: src/client/greedy.ts -> @temporalio/workflow/lib/index.js',
    'development-packages: src/client/greedy.ts -> fast-check/lib/fast-check.d.ts',
  ]);
});

it('circles, dead imports, tests inside the library and folders without a line in the table are refused', () => {
  const refused = gate({
    'src/core/one.ts': `import './two.ts';\n`,
    'src/core/two.ts': `import './one.ts';\n`,
    'src/store/lost.ts': `import './nowhere.ts';\n`,
    'src/store/tested.ts': `import '../../test/case.ts';\n`,
    'test/case.ts': leaf,
    'src/utils/leaf.ts': `import '../core/one.ts';\n`,
  });

  expect(refused).toEqual([
    'known-folders: src/utils/leaf.ts -> src/core/one.ts',
    'no-cycles: src/core/one.ts -> src/core/two.ts',
    'nothing-imports-these: src/store/tested.ts -> test/case.ts',
    'resolvable: src/store/lost.ts -> ./nowhere.ts',
  ]);
});
