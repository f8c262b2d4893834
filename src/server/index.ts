/**
 * The door of `server/`: which engine serves. Everything that other folders may use of it, name by name.
 */

export { connectionOptions, connectionSettings } from './connection-settings.ts';
export type { ConnectionOptions, EmbeddedServer, ExternalServer } from './connection-settings.ts';
export { ensureServer } from './ensure-server.ts';
export type { EnsuredServer, EnsureServerOptions } from './ensure-server.ts';
export type { Environment } from './environment.ts';
export { ServerError } from './errors.ts';
export type { ServerErrorCode } from './errors.ts';
export { findTemporal } from './find-temporal.ts';
export type { FindTemporalOptions, FoundTemporal } from './find-temporal.ts';
export type { WebPage } from './launch.ts';
export type { SearchAttributes, SearchAttributeType } from './readiness.ts';
export { serverStatus, stopServer } from './stop-server.ts';
export type { ServerOfHome, ServerStatus, StoppedServer } from './stop-server.ts';
