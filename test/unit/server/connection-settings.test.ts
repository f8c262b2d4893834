/** Which server the environment names, and what a wrong setting says. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectionOptions, connectionSettings, type Environment } from '../../../src/server/index.ts';
import { temporaryFolder } from './fake-temporal.ts';

const read = (env: Environment): ReturnType<typeof connectionSettings> =>
  connectionSettings({ HOME: '/nonexistent', XDG_CONFIG_HOME: '/nonexistent', ...env }, '/work/.turnkeeper');

function configFile(text: string): string {
  const file = join(temporaryFolder(), 'temporal.toml');
  writeFileSync(file, text);
  return file;
}

test('an environment that names no server means the embedded one of the home', () => {
  expect(read({})).toEqual({ kind: 'embedded', home: '/work/.turnkeeper' });
  expect(read({ TEMPORAL_ADDRESS: '', TEMPORAL_NAMESPACE: 'ops' })).toEqual({
    kind: 'embedded',
    home: '/work/.turnkeeper',
  });
});

test('TEMPORAL_ADDRESS names a server, in the namespace default unless another is set', () => {
  expect(read({ TEMPORAL_ADDRESS: 'temporal:7233' })).toEqual({
    kind: 'external',
    address: 'temporal:7233',
    namespace: 'default',
  });
  expect(read({ TEMPORAL_ADDRESS: 'temporal:7233', TEMPORAL_NAMESPACE: 'ops' })).toMatchObject({ namespace: 'ops' });
});

test('an API key turns encryption on', () => {
  const settings = read({ TEMPORAL_ADDRESS: 'cloud:7233', TEMPORAL_API_KEY: 'key' });
  expect(settings).toEqual({ kind: 'external', address: 'cloud:7233', namespace: 'default', tls: true, apiKey: 'key' });
});

test('certificates are taken from the environment', () => {
  const settings = read({
    TEMPORAL_ADDRESS: 'cloud:7233',
    TEMPORAL_TLS_CLIENT_CERT_DATA: 'CERT',
    TEMPORAL_TLS_CLIENT_KEY_DATA: 'KEY',
    TEMPORAL_TLS_SERVER_NAME: 'cloud',
  });
  expect(settings).toMatchObject({
    kind: 'external',
    tls: {
      serverNameOverride: 'cloud',
      clientCertPair: { crt: new TextEncoder().encode('CERT'), key: new TextEncoder().encode('KEY') },
    },
  });
});

test('a profile of the configuration file names a server, and a variable wins over it', () => {
  const file = configFile('[profile.ops]\naddress = "ops:7233"\nnamespace = "agents"\n');
  const env = { TEMPORAL_CONFIG_FILE: file, TEMPORAL_PROFILE: 'ops' };
  expect(read(env)).toEqual({ kind: 'external', address: 'ops:7233', namespace: 'agents' });
  expect(read({ ...env, TEMPORAL_NAMESPACE: 'other' })).toMatchObject({ address: 'ops:7233', namespace: 'other' });
});

test('a configuration file or profile that is named but missing or broken is an error that names it', () => {
  const file = configFile('[profile.ops]\nnamespace = "agents"\n');
  const broken = configFile('[profile');
  const cases: readonly (readonly [Environment, string])[] = [
    [{ TEMPORAL_CONFIG_FILE: '/nonexistent/temporal.toml' }, '/nonexistent/temporal.toml'],
    [{ TEMPORAL_CONFIG_FILE: file, TEMPORAL_PROFILE: 'prod' }, 'prod'],
    [{ TEMPORAL_CONFIG_FILE: file, TEMPORAL_PROFILE: 'ops' }, 'names no address'],
    [{ TEMPORAL_CONFIG_FILE: broken }, 'cannot be used'],
  ];
  for (const [env, part] of cases) {
    expect(() => read(env)).toThrow(
      expect.objectContaining({ code: 'BadConfiguration', message: expect.stringContaining(part) as string }) as Error,
    );
  }
});

test('a connection is opened with the address and its secrets, and nothing else', () => {
  const settings = read({ TEMPORAL_ADDRESS: 'cloud:7233', TEMPORAL_API_KEY: 'key', TEMPORAL_GRPC_META_TEAM: 'ops' });
  expect(settings.kind === 'external' && connectionOptions(settings)).toEqual({
    address: 'cloud:7233',
    tls: true,
    apiKey: 'key',
    metadata: { team: 'ops' },
  });
});
