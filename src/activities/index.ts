/** The activities' door: how the world is touched. */
export { createActivities } from './create-activities.ts';
export type { ActivityDeps } from './deps.ts';
export { LeakedBodies } from './leaked-bodies.ts';
export { ProgressBus } from './progress-bus.ts';
