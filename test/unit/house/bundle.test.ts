/** What is replayed in Temporal's sandbox is small and pure; the gate is shown to bite. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleWorkflowCode } from '@temporalio/worker';
import { expect, it, onTestFinished } from 'vitest';

const ignore = (): void => undefined;
const logger = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore, log: ignore };

interface Bundle {
  readonly kibibytes: number;
  readonly sources: readonly string[];
}

/** Bundles as a worker does; what went in is told by the source map at the bundle's end. */
async function bundle(workflowsPath: string): Promise<Bundle> {
  const { code } = await bundleWorkflowCode({ workflowsPath, logger });
  const [program = '', map = ''] = code.split(/\/\/# sourceMappingURL=data:application\/json;[^,]*,/);
  const { sources } = JSON.parse(Buffer.from(map, 'base64').toString('utf8')) as Pick<Bundle, 'sources'>;
  return { kibibytes: Math.round(program.length / 1024), sources };
}

const packagesOf = ({ sources }: Bundle): readonly string[] =>
  [...new Set(sources.flatMap((source) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []))].sort();

/** A workflow file in a folder of its own that imports one thing. */
function planted(specifier: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'turnkeeper-bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  const file = join(folder, 'planted.ts');
  writeFileSync(
    file,
    `import * as planted from '${specifier}';\nexport const use = async () => Object.keys(planted);\n`,
  );
  return file;
}

it('the workflow bundle holds no schema validator and no package but the engine’s own', async () => {
  const made = await bundle(join(process.cwd(), 'src/workflows/index.ts'));

  console.log(`workflow bundle: ${String(made.kibibytes)} KiB of ${packagesOf(made).join(', ')}`);
  const allowed = /^(@temporalio\/(common|workflow|worker|proto)|nexus-rpc|long|ms|canonicalize|@noble\/hashes)$/;
  expect(made.sources.some((source) => source.endsWith('src/workflows/index.ts'))).toBe(true);
  expect(packagesOf(made).filter((name) => !allowed.test(name))).toEqual([]);
});

it('a validator in the bundle is seen', async () => {
  expect(packagesOf(await bundle(planted('ajv')))).toContain('ajv');
});

it('a module of Node cannot be bundled', async () => {
  await expect(bundle(planted('node:fs'))).rejects.toThrow();
});
