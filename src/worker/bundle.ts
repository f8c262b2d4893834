/**
 * The workflow bundle: built once per process, from the workflows' door alone.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DefaultLogger, bundleWorkflowCode } from '@temporalio/worker';
import type { WorkflowBundleWithSourceMap } from '@temporalio/worker';

let building: Promise<WorkflowBundleWithSourceMap> | undefined;

export function workflowBundle(): Promise<WorkflowBundleWithSourceMap> {
  building ??= bundleWorkflowCode({ workflowsPath: workflowsPath(), logger: new DefaultLogger('ERROR') });
  return building;
}

/** The source in a checkout, the compiled file in a package. */
function workflowsPath(): string {
  const source = fileURLToPath(new URL('../workflows/index.ts', import.meta.url));
  return existsSync(source) ? source : fileURLToPath(new URL('../workflows/index.js', import.meta.url));
}
