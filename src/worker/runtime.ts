/**
 * The one engine runtime of this process. Signals are the caller's: a worker stops when it is told to, not by itself.
 */
import { DefaultLogger, Runtime, makeTelemetryFilterString } from '@temporalio/worker';
import type { LogEntry, LogLevel } from '@temporalio/worker';

let installed = false;

/**
 * Installs the runtime at the first call; later calls change nothing, and neither does a runtime of the application's.
 * @param level what the engine writes to stderr; default `WARN`
 */
export function installRuntime(level: LogLevel = 'WARN'): void {
  if (installed || Runtime._instance !== undefined) return;
  installed = true;
  Runtime.install({
    logger: new DefaultLogger(level, writeEntry),
    telemetryOptions: {
      logging: { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }), forward: {} },
    },
    // Not zero: the server pushes cancellation to workers that report themselves.
    workerHeartbeatInterval: '30s',
    shutdownSignals: [],
  });
}

/** One line an entry, without what only a debugger wants: tokens, stacks, the SDK's own names. */
function writeEntry({ level, message, meta }: LogEntry): void {
  // What a model queue and a tool queue are on purpose.
  if (/^No (workflows|activities) registered/.test(message)) return;
  const { activityType, workflowId, taskQueue, error } = (meta ?? {}) as Readonly<Record<string, unknown>>;
  const told = [activityType, workflowId ?? taskQueue, error instanceof Error ? error.message : error];
  const details = told.filter((part) => typeof part === 'string').join(' · ');
  process.stderr.write(`${new Date().toISOString()} ${level} ${message}${details === '' ? '' : `: ${details}`}\n`);
}
