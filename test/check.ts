/**
 * `npm run check`: every gate that needs no test to run, side by side, each by its own tool. Prints what a gate has to
 * say only if it fails. It must not change a file.
 */
import { spawn } from 'node:child_process';

const gates: Readonly<Record<string, readonly [command: string, ...args: readonly string[]]>> = {
  types: ['tsc', '-p', 'tsconfig.json'],
  'types of core and workflows, without Node': ['tsc', '-p', 'src/core/tsconfig.json'],
  style: ['eslint', '.', '--max-warnings', '0'],
  layout: ['prettier', '--check', '--log-level', 'warn', '.'],
  imports: ['depcruise', 'src', 'bin', 'test', 'examples', 'bench', '--config', '.dependency-cruiser.cjs'],
  'unused files, exports and packages': ['knip'],
};

interface Finding {
  readonly gate: string;
  readonly passed: boolean;
  readonly output: string;
  readonly milliseconds: number;
}

function run(gate: string, [command, ...args]: readonly [string, ...(readonly string[])]): Promise<Finding> {
  const started = performance.now();
  const { promise, resolve } = Promise.withResolvers<Finding>();
  const output: string[] = [];
  const finish = (code: number | null): void => {
    const milliseconds = Math.round(performance.now() - started);
    resolve({ gate, passed: code === 0, output: output.join(''), milliseconds });
  };
  // npm puts node_modules/.bin on PATH, so these are the pinned tools on the pinned Node.
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => output.push(text));
  child.on('error', (error) => {
    output.push(`${error.message} (run it as: npm run check)\n`);
    finish(null);
  });
  child.on('close', finish);
  return promise;
}

const findings = await Promise.all(Object.entries(gates).map(([gate, command]) => run(gate, command)));
for (const { gate, passed, output, milliseconds } of findings) {
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${gate} (${(milliseconds / 1000).toFixed(1)} s)`);
  if (!passed) console.log(output.trimEnd().replaceAll(/^/gm, '       '));
}
process.exitCode = findings.every((finding) => finding.passed) ? 0 : 1;
