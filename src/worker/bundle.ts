/**
 * The workflow bundle, made from the workflows' door alone: once per process, and once per installation if what npm has
 * installed can be told.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DefaultLogger, bundleWorkflowCode } from '@temporalio/worker';
import type { WorkflowBundle } from '@temporalio/worker';
import { keptBundle } from './kept-bundle.ts';

let building: Promise<WorkflowBundle> | undefined;

export function workflowBundle(): Promise<WorkflowBundle> {
  building ??= bundle();
  return building;
}

async function bundle(): Promise<WorkflowBundle> {
  const installed = installedPackages();
  const inputs = {
    folders: [here('../core'), here('../workflows')],
    lockfile: path.join(installed, '.package-lock.json'),
  };
  return { code: await keptBundle(path.join(installed, '.cache', 'turnkeeper'), inputs, build) };
}

async function build(): Promise<string> {
  const { code } = await bundleWorkflowCode({ workflowsPath: workflowsPath(), logger: new DefaultLogger('ERROR') });
  return code;
}

/** A checkout's own packages, or those beside an installed package. */
function installedPackages(): string {
  const own = here('../../node_modules');
  return existsSync(path.join(own, '.package-lock.json')) ? own : here('../../..');
}

/** The source in a checkout, the compiled file in a package. */
function workflowsPath(): string {
  const source = here('../workflows/index.ts');
  return existsSync(source) ? source : here('../workflows/index.js');
}

function here(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}
