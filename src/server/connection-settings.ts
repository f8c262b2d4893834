/**
 * Decides which Temporal server to talk to: the one the environment names, or this home's own. Reads settings only;
 * must never connect, start anything, or print a key.
 */

import { existsSync } from 'node:fs';
import type { ConnectionOptions as ClientConnectionOptions } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import { reasonOf, ServerError } from './errors.ts';
import type { Environment } from './environment.ts';

/** What `Connection.connect` (client) and `NativeConnection.connect` (worker) both take. */
export interface ConnectionOptions {
  readonly address: string;
  /** `true`: encrypted, with the certificates the system trusts. */
  readonly tls?: NonNullable<ClientConnectionOptions['tls']>;
  readonly apiKey?: string;
  /** Headers sent with every call. */
  readonly metadata?: Record<string, string>;
}

/** A server that runs elsewhere and is used as it is. */
export interface ExternalServer extends ConnectionOptions {
  readonly kind: 'external';
  readonly namespace: string;
}

/** The server of a home, to be had by `ensureServer`. */
export interface EmbeddedServer {
  readonly kind: 'embedded';
  readonly home: string;
}

/**
 * Reads TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, TEMPORAL_API_KEY, TEMPORAL_TLS and its kin, TEMPORAL_PROFILE and the
 * file TEMPORAL_CONFIG_FILE (default: `temporalio/temporal.toml` in the user's configuration folder), as every
 * Temporal SDK does; a variable wins over the file, an empty one counts as unset. A server is external as soon as an
 * address is named. Throws ServerError `BadConfiguration` for a file or profile that is named but missing or broken.
 */
export function connectionSettings(env: Environment, home: string): ExternalServer | EmbeddedServer {
  const overrideEnvVars = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]])),
  ) as Record<string, string>;
  const { TEMPORAL_CONFIG_FILE: file, TEMPORAL_PROFILE: profile } = overrideEnvVars;
  if (file !== undefined && !existsSync(file)) {
    throw new ServerError(
      'BadConfiguration',
      `TEMPORAL_CONFIG_FILE names ${file}, which does not exist; correct or unset it.`,
    );
  }
  const { connectionOptions, namespace } = load(overrideEnvVars);
  const { address, tls, apiKey, metadata } = connectionOptions;
  if (address === undefined || address === '') {
    if (profile === undefined) return { kind: 'embedded', home };
    throw new ServerError(
      'BadConfiguration',
      `TEMPORAL_PROFILE chooses ${profile}, which names no address; add one, set TEMPORAL_ADDRESS, or unset TEMPORAL_PROFILE.`,
    );
  }
  return {
    kind: 'external',
    address,
    namespace: namespace ?? 'default',
    ...(tls === undefined || tls === null ? {} : { tls }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(metadata === undefined ? {} : { metadata: metadata as Record<string, string> }),
  };
}

/** The part of a server's settings that a connection is opened with; also takes what `ensureServer` answers. */
export function connectionOptions(server: ConnectionOptions): ConnectionOptions {
  const { address, tls, apiKey, metadata } = server;
  return {
    address,
    ...(tls === undefined ? {} : { tls }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

function load(overrideEnvVars: Record<string, string>): ReturnType<typeof loadClientConnectConfig> {
  try {
    return loadClientConnectConfig({ overrideEnvVars });
  } catch (thrown) {
    throw new ServerError(
      'BadConfiguration',
      `The Temporal settings of the environment cannot be used (${reasonOf(thrown)}); correct them, or unset TEMPORAL_PROFILE and TEMPORAL_CONFIG_FILE.`,
      { cause: thrown },
    );
  }
}
