/**
 * The engine's worker options, in one place, so that what is measured against is run with the very same ones.
 */
import { limits } from '../core/limits.ts';

/** @param drain milliseconds that running activities may go on after a shutdown */
export function engineOptions(drain: number) {
  return {
    maxHeartbeatThrottleInterval: limits.heartbeatThrottle,
    defaultHeartbeatThrottleInterval: limits.heartbeatThrottle,
    maxEagerActivityReservationsPerWorkflowTask: 10,
    // The default of 10 s is what every workflow of a killed worker would wait.
    stickyQueueScheduleToStartTimeout: '1s',
    maxCachedWorkflows: 500,
    shutdownGraceTime: drain,
    shutdownForceTime: drain + limits.grace,
  } as const;
}
