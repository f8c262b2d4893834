/** The worker's door: where agents run. */
export { createWorker } from './create-worker.ts';
export type { CreateWorkerOptions, TurnkeeperWorker } from './create-worker.ts';
export type { WorkerVersion } from './versioning.ts';
export { workflowBundle } from './bundle.ts';
