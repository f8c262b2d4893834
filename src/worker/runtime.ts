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

/** A worker without workflows is what a model queue and a tool queue have on purpose; that warning says nothing. */
function writeEntry({ level, message, meta }: LogEntry): void {
  if (message.startsWith('No workflows registered')) return;
  const details =
    meta === undefined
      ? ''
      : ` ${JSON.stringify(meta, (_key, value: unknown) => (value instanceof Error ? value.stack : value))}`;
  process.stderr.write(`${new Date().toISOString()} ${level} ${message}${details}\n`);
}
